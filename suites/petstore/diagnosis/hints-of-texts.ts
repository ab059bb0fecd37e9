import { alteredText, type Hint } from "./clues.ts";

const howToFix = "Keep the text as it came.";

/** How a name, or another text, is changed on its way through a server. */
export const changedTexts: readonly Hint[] = [
  changed(
    (was, is) => is.toLowerCase() === was.toLowerCase(),
    "The text is changed in case (LOWER, UPPER, title case).",
  ),
  changed((was, is) => is === was.trim(), "A trim runs over every text field."),
  changed(
    (was, is) => is.normalize("NFKC") === was.normalize("NFKC"),
    "The text is brought into another Unicode normal form.",
  ),
  changed(
    (was, is) => is.length > 0 && was.startsWith(is) && ['"', "'", "\\"].includes(was[is.length] ?? ""),
    "The text ends at its first quotation mark or backslash: JSON or SQL is read or put together by hand.",
    "Use a JSON parser and serialiser, and give the database its values as parameters.",
  ),
  changed((was, is) => is.length > 0 && was.startsWith(is), "The text is truncated to a largest length."),
  changed(
    (was, is) => is === escapedForHtml(was),
    "The text is escaped for HTML before it is stored or sent.",
    "Store and send the text as it came, and escape it where a page shows it.",
  ),
  changed(
    (was, is) => is === Buffer.from(was, "utf8").toString("latin1"),
    "UTF-8 is read as Latin-1.",
    "Use UTF-8 throughout: for the body, the database and its connection.",
  ),
  changed(
    (was, is) =>
      ["", "?", "??", "????", "\ufffd", "\ufffd\ufffd"].some(
        (instead) => is === was.replace(/[\u{10000}-\u{10ffff}]/gu, instead),
      ),
    "Characters outside of the basic plane (emoji) are lost: the database or its connection keeps three bytes a character (utf8 in MySQL).",
    "Use utf8mb4 for the column and the connection.",
  ),
  changed(
    (was, is) => /^[ -~]*$/.test(is) && is === was.replace(/[^ -~]/gu, "?"),
    "The text is stored in a character set that lacks these characters.",
    "Use UTF-8 throughout: for the body, the database and its connection.",
  ),
];

function changed(
  fits: (was: string, is: string) => boolean,
  likelyCause: string,
  fix: string = howToFix,
): Hint {
  return {
    fits: (clues) => {
      const altered = alteredText(clues);
      return altered !== undefined && fits(altered.was, altered.is);
    },
    likelyCause,
    howToFix: fix,
  };
}

function escapedForHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
