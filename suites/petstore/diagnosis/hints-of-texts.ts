import { percentDecoded } from "#core/json/escape.ts";
import { alteredText, hintsOn } from "./clues.ts";

const howToFix = "Keep the text as it came.";

/** How a name, or another text, is changed on its way through a server. */
export const changedTexts = hintsOn(alteredText, [
  [
    ({ was, is }) => is.toLowerCase() === was.toLowerCase(),
    "The text is changed in case (LOWER, UPPER, title case).",
    howToFix,
  ],
  [({ was, is }) => is === was.trim(), "A trim runs over every text field.", howToFix],
  [
    ({ was, is }) => is === was.replace(/\s+/gu, " ") || is === was.replace(/\s/gu, " "),
    "Whitespace is normalized: several spaces become one, or unusual spaces are replaced by the ordinary one.",
    howToFix,
  ],
  [
    ({ was, is }) =>
      is === was.replace(/(?<![\w.])\d+(?:\.\d+)?(?![\w.])/g, (digits) => String(Number(digits))),
    "Numbers in the text are parsed and written again, so that leading or trailing zeros are lost.",
    howToFix,
  ],
  [
    ({ was, is }) => is === was.replace(/\$\{[^{}]*\}|\{\{[^{}]*\}\}/g, ""),
    "The text is treated as a template, and the placeholders in it are replaced by nothing.",
    "Treat names as data: never compile, format or interpolate them.",
  ],
  [
    ({ was, is }) => was.includes("%s") && !is.includes("%s") && is.startsWith(was.split("%s")[0] ?? ""),
    "The text is treated as a format string, and %s in it is replaced.",
    "Pass names as arguments of a format string, never as the format string.",
  ],
  [
    ({ was, is }) => was.includes("?") && !is.includes("?") && is.startsWith(was.split("?")[0] ?? ""),
    "A question mark in the text is treated as the placeholder of a query, or as the end of a path.",
    "Give the database its values as parameters, and never build the text of a query or an address from them.",
  ],
  [
    ({ was, is }) => is === was.normalize("NFD").replace(/\p{Mn}/gu, ""),
    "Accents are removed, as for a slug or a search index.",
    "Keep the text as it came, and use the plain form for the index alone.",
  ],
  [
    ({ was, is }) => is === `'${was}`,
    "An apostrophe is put before a text that a spreadsheet would take for a formula.",
    "Escape formulas where a spreadsheet is written, and keep the text as it came here.",
  ],
  [
    ({ was, is }) =>
      was !== "" && ["0", "false", "null", "no"].includes(was.toLowerCase()) && !is.includes(was),
    "A text that the language treats as false or as empty is replaced by a default.",
    "Use a default only where the field is missing.",
  ],
  [
    ({ was, is }) => /^[+-]?\d+(?:\.\d+)?$/.test(was) && Number(was) === Number(is),
    "A text that is a number is stored as one: the type of the column, or a conversion that guesses types (STRING in SQLite, CSV, YAML).",
    "Store names in a column of texts (TEXT in SQLite), and convert nothing.",
  ],
  [
    ({ was, is }) => is.normalize("NFKC") === was.normalize("NFKC"),
    "The text is converted to another Unicode normalization form.",
    howToFix,
  ],
  [
    ({ was, is }) => is.length > 0 && was.startsWith(is) && ['"', "'", "\\"].includes(was[is.length] ?? ""),
    "The text ends at its first quotation mark or backslash: JSON or SQL is read or built by hand.",
    "Use a JSON parser and serialiser, and give the database its values as parameters.",
  ],
  [
    ({ was, is }) => is.length > 0 && was.startsWith(is) && was.indexOf(",") === is.length,
    "The text ends at its first comma: values are joined into one text and split again (CSV, GROUP_CONCAT, a header).",
    "Keep each value apart, or escape what separates them.",
  ],
  [
    ({ was, is }) => /.(?:…|\.\.\.)$/u.test(is) && was.startsWith(is.replace(/(?:…|\.\.\.)$/u, "")),
    "The text is shortened for display, with an ellipsis at its end.",
    "Send the whole text, and leave it to the client to shorten it.",
  ],
  [
    ({ was, is }) => is.length > 0 && was.startsWith(is),
    "The text is truncated to a maximum length.",
    howToFix,
  ],
  [
    ({ was, is }) =>
      is === was.replaceAll("\\", "") || is === was.replaceAll("/", "\\/") || is === unescaped(was),
    "Backslashes in the text are dropped, added, or read as escapes a second time: JSON or SQL is read or built by hand.",
    "Use a JSON parser and serialiser, once each, and give the database its values as parameters.",
  ],
  [
    ({ was, is }) => is !== was && is === was.replace(/["'\\]/g, "\\$&"),
    "A backslash stands before each quotation mark and backslash: the text is escaped for SQL by hand (addslashes in PHP), or twice.",
    "Give the database its values as parameters, and escape nothing before.",
  ],
  [
    ({ was, is }) => is === was.replace(/<[^<>]*>/g, ""),
    "What is between < and > is taken for an HTML tag and dropped.",
    "Keep the text as it came, and escape it where a page shows it.",
  ],
  [
    ({ was, is }) => is === was.replaceAll("'", "''"),
    "Apostrophes are doubled, as for an SQL statement that is built by hand.",
    "Give the database its values as parameters.",
  ],
  [
    ({ was, is }) => is === percentDecoded(was),
    "Percent-encoded characters in the text are decoded, as in a URL.",
    "Decode addresses alone.",
  ],
  [
    ({ was, is }) => is === percentDecoded(was.replaceAll("+", " ")),
    "The text is read as form data: plus becomes a space, and percent-encoded characters are decoded.",
    "Read the body with a JSON parser, and decode nothing in what it gives.",
  ],
  [
    ({ was, is }) => is === withoutReferences(was),
    "HTML character references in the text are decoded.",
    "Store and send the text as it came.",
  ],
  [
    ({ was, is }) => is === was.replace(/[\u200b-\u200f\u2060\ufeff]/gu, ""),
    "Zero-width characters are dropped, and with them the joiners of emoji and of some scripts.",
    howToFix,
  ],
  [
    ({ was, is }) => is !== was && plainSigns(is) === plainSigns(was),
    "Straight quotes, dashes and dots are replaced by typographic ones.",
    "Keep the text as it came, and typeset it where a page shows it.",
  ],
  [
    ({ was, is }) => withoutReferences(is) === was,
    "The text is escaped for HTML before it is stored or sent.",
    "Store and send the text as it came, and escape it where a page shows it.",
  ],
  [
    ({ was, is }) => is === Buffer.from(was, "utf8").toString("latin1"),
    "UTF-8 is read as Latin-1.",
    "Use UTF-8 throughout: for the body, the database and its connection.",
  ],
  [
    ({ was, is }) =>
      ["", "?", "??", "????", "\ufffd", "\ufffd\ufffd"].some(
        (instead) => is === was.replace(/[\u{10000}-\u{10ffff}]/gu, instead),
      ),
    "Characters outside the Basic Multilingual Plane (emoji) are lost: the database or its connection keeps at most three bytes a character (utf8 in MySQL).",
    "Use utf8mb4 for the column and the connection.",
  ],
  [({ was, is }) => is === was.replace(/[^ -~]/gu, ""), "Characters outside ASCII are dropped.", howToFix],
  [
    ({ was, is }) =>
      is === was.replace(/[\p{RI}]/gu, "") || is === was.replace(/[^\p{L}\p{N}\p{M}\s\\%&;'-]/gu, ""),
    "A pattern of allowed characters drops the others.",
    "Keep the text as it came; every character but control characters is allowed.",
  ],
  [
    ({ was, is }) => [/[^ -~]/gu, /[\u0100-\u{10ffff}]/gu].some((other) => is === was.replace(other, "?")),
    "The text is stored in a character set that lacks these characters.",
    "Use UTF-8 throughout: for the body, the database and its connection.",
  ],
]);

const references: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&#39;": "'",
  "&#039;": "'",
  "&#x27;": "'",
  "&#34;": '"',
};

function withoutReferences(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|apos|#0?39|#x27|#34);/g, (one) => references[one] ?? one);
}

/** With the short escapes of JSON undone, and the long ones where they are. */
function unescaped(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    n: "\n",
    t: "\t",
    r: "\r",
    "\\": "\\",
    '"': '"',
    "/": "/",
  };
  return text.replace(/\\([ntr"\\/])/g, (whole, sign: string) => signs[sign] ?? whole);
}

function plainSigns(text: string): string {
  return text
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2013\u2014]|---?/g, "-")
    .replaceAll("\u2026", "...");
}
