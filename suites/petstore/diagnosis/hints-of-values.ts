import { exactInteger, isInt64 } from "#core/json/number.ts";
import { integerOf, member, resolvePointer, stringOf } from "#core/json/read.ts";
import { petIn, sentField } from "../pets.ts";
import { type Clues, type Hint, hints, isNewPet } from "./clues.ts";

const keep = "Keep the text as it came, from the body to the store and back.";
const utf8 = "Use UTF-8 throughout: for the body, the database and its connection (utf8mb4 in MySQL).";
const int64 =
  "Carry it as a 64-bit integer throughout: a lossless JSON parser in JavaScript, json.Number in Go, BIGINT in SQL.";
const parameters =
  "Use a JSON parser and serialiser, once each, and give the database its values as parameters.";

type Changed<Value> = readonly [
  isSo: (was: Value, is: Value) => boolean,
  likelyCause: string,
  howToFix: string,
];

/** How an integer is changed on its way through a server. */
const integers: readonly Changed<bigint>[] = [
  [
    (was) => was === 0n,
    "0 is taken for a missing value, and a default is put in its place (`||` in JavaScript, `or` in Python).",
    "Use a default only where the field is missing (`??`, `is None`).",
  ],
  [
    (_, is) => is === 2n ** 53n - 1n,
    "The number is capped at 2^53 - 1, the largest integer that JavaScript calls safe.",
    int64,
  ],
  [
    (was, is) => Number(is) === Number(was),
    "The number passes through a double, which has 53 bits: what is shown is the same double as what was sent, or the one nearest to it.",
    int64,
  ],
  [
    (was, is) => [BigInt.asIntN(32, was), BigInt.asUintN(32, was)].includes(is),
    "The number is truncated to 32 bits: what is shown is the lower 32 bits of what was sent.",
    "Use a 64-bit integer in the code (long, int64) and in the database (BIGINT).",
  ],
];

/** How a text is changed on its way through a server. */
const texts: readonly Changed<string>[] = [
  [
    (was, is) => is.toLowerCase() === was.toLowerCase(),
    "The text is changed in case (LOWER, UPPER, title case).",
    keep,
  ],
  [
    (was, is) => is === was.trim() || is.replace(/\s+/gu, "") === was.replace(/\s+/gu, ""),
    "Whitespace is trimmed or normalized in every text field.",
    keep,
  ],
  [
    (was, is) => is.length > 0 && was.startsWith(is.replace(/(?:…|\.\.\.)$/u, "")),
    "The text is truncated to a maximum length.",
    keep,
  ],
  [
    (was, is) =>
      unescapedHtml(is) === was || unescapedHtml(was) === is || is === was.replace(/<[^<>]*>/g, ""),
    "The text is escaped or unescaped for HTML, or its markup is dropped, before it is stored or sent.",
    "Store and send the text as it came, and escape it where a page shows it.",
  ],
  [
    (was, is) => isReadBy(latin1, was, is) || isReadBy(windows1252, was, is),
    "UTF-8 is read as Latin-1: each character outside ASCII becomes two or three.",
    utf8,
  ],
  [
    (was, is) => withoutAstral(is) === withoutAstral(was),
    "Characters outside the Basic Multilingual Plane (emoji) are lost: the database or its connection keeps at most three bytes a character (utf8 in MySQL).",
    utf8,
  ],
  [
    (was, is) => is.replace(/[^ -~]|\?/gu, "") === was.replace(/[^ -~]|\?/gu, ""),
    "Characters outside ASCII are dropped or replaced: the text is stored in a character set that lacks them.",
    utf8,
  ],
  [
    (was, is) => is.replace(/[\\'"]/g, "") === was.replace(/[\\'"]/g, ""),
    "Quotation marks or backslashes are dropped, added or doubled: JSON or SQL is read or built by hand, or escaped twice.",
    parameters,
  ],
];

/** How a value is changed on its way through a server: what was sent, and what is shown in its place. */
export const values: readonly Hint[] = [
  ...hints({}, [
    [
      { also: isConstant },
      "The field is not read from the body: whatever is sent, the same value is shown. Its name in the model may be spelt differently (category_id).",
      "Map the field under the name that the interface gives it, require it, and store it.",
    ],
    [
      {
        at: /^field (?:id|categoryId)$/,
        shown: "string",
        value: /^-?[0-9]+$/,
        also: ({ symptom, sent }) =>
          typeof sent === "bigint" || (sent === undefined && symptom.pet !== undefined),
      },
      "The serialiser writes 64-bit integers as strings, or the database driver returns them as strings.",
      "Write a JSON number with every digit, without quotation marks.",
    ],
    [
      {
        at: /^field (?:id|categoryId)$/,
        shown: "number",
        also: ({ seen }) => !isInt64(exactInteger(String(seen.value)) ?? 0n) || /e/i.test(String(seen.value)),
      },
      "The number is kept as a double, as an unsigned integer or as one of any size, and does not fit into 64 bits.",
      "Use a signed 64-bit integer (long, int64, BIGINT), and reject with 400 what does not fit.",
    ],
    [
      {
        at: "field id",
        also: ({ symptom: { pet }, facts }) =>
          facts.exchanges.filter(
            (e) => isNewPet(e) && sentField(e, "id") === undefined && petIn(e)?.id === pet?.id,
          ).length > 1,
      },
      "Several creates got this id: ids come from a constant, a counter that restarts or that each instance has for itself, the time, a count of the pets, or pass through a double.",
      "Let one database assign each id for all instances (a sequence, an identity column), and carry it as a 64-bit integer.",
    ],
  ]),
  ...changed(
    (clues) => (typeof clues.sent === "bigint" ? [clues.sent, integerOf(shownIn(clues))] : undefined),
    integers,
  ),
  ...changed(
    (clues) => (typeof clues.sent === "string" ? [clues.sent, stringOf(shownIn(clues))] : undefined),
    texts,
  ),
];

function changed<Value>(
  valuesOf: (clues: Clues) => readonly [was: Value, is: Value | undefined] | undefined,
  rows: readonly Changed<Value>[],
): readonly Hint[] {
  return rows.map(([isSo, likelyCause, howToFix]) => ({
    fits: (clues) => {
      const [was, is] = valuesOf(clues) ?? [];
      return was !== undefined && is !== undefined && was !== is && isSo(was, is);
    },
    ...{ likelyCause, howToFix },
  }));
}

function shownIn({ symptom: { observation }, body }: Clues) {
  const { place } = observation.finding;
  return body && place?.in === "body" ? resolvePointer(body, place.pointer) : undefined;
}

/** Several creates sent different values, none of them this one, and all of them show this one. */
function isConstant({ seen: { at, value }, facts: { exchanges } }: Clues): boolean {
  const name = /^field (categoryId|status)$/.exec(at)?.[1];
  if (name === undefined || value === undefined) return false;
  const textIn = (node: ReturnType<typeof sentField>) =>
    node?.kind === "number" ? node.raw : stringOf(node);
  const altered = exchanges.filter(isNewPet).flatMap((e) => {
    const sent = textIn(sentField(e, name));
    return sent === undefined || sent === value
      ? []
      : [{ sent, shown: textIn(member(petIn(e)?.node, name)) }];
  });
  return new Set(altered.map(({ sent }) => sent)).size > 1 && altered.every(({ shown }) => shown === value);
}

function unescapedHtml(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    "#39": "'",
    "#039": "'",
    "#x27": "'",
    "#34": '"',
  };
  return text.replace(/&(amp|lt|gt|quot|apos|#0?39|#x27|#34);/g, (one, sign: string) => signs[sign] ?? one);
}

function withoutAstral(text: string): string {
  return text.replace(/[\u{10000}-\u{10ffff}]|[?\ufffd]/gu, "");
}

/** Characters that were sent as JSON escapes are not affected: those beyond the Basic Multilingual Plane are tried both ways. */
function isReadBy(read: (text: string) => string, was: string, is: string): boolean {
  return is !== was && (is === read(was) || is === was.replace(/[\u0080-\ud7ff\ue000-\uffff]+/g, read));
}

const latin1 = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
const windows1252 = (text: string): string =>
  new TextDecoder("windows-1252").decode(Buffer.from(text, "utf8"));
