import { answeredWith, type Facts, statusClass } from "#core/check/facts.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { parseJson } from "#core/json/parse.ts";
import { sentField, sentText, textIn } from "../pets.ts";
import { hints, isNewPet } from "./clues.ts";

/** Bodies that fail for the characters, or the bytes, that they have. */
export const encodings = hints([
  [
    { at: "status", got: /^5/, method: "POST", also: ({ facts }) => failsBeyondAscii(facts) },
    "Creates fail where the name has characters beyond ASCII, and no other does: a log, a file, a header or the connection to the database has an encoding that lacks them.",
    'Write and read everything in UTF-8 (in Python, open each file with encoding="utf-8", and set PYTHONUTF8=1 for the output).',
  ],
  [
    {
      at: "status",
      got: /^5/,
      method: "POST",
      sent: /\ufffd/,
      also: ({ facts }) => isOtherTextRejected(facts),
    },
    "The body is not UTF-8, and that causes another exception than a body that is not JSON does (UnicodeDecodeError and JSONDecodeError in Python), which nothing catches.",
    "Answer 400 to a body that cannot be decoded, too.",
  ],
]);

/** At least two names that are not ASCII failed, and all that were stored are. */
function failsBeyondAscii({ exchanges }: Facts): boolean {
  const areBeyond = (posts: readonly Exchange[]) =>
    posts.map((e) => /[^\0-\x7f]/.test(textIn(sentField(e, "name")) ?? ""));
  const failed = areBeyond(exchanges.filter((e) => e.request.method === "POST" && statusClass(e) === 5));
  const stored = areBeyond(exchanges.filter(isNewPet));
  return failed.filter(Boolean).length > 1 && stored.length > 1 && !stored.some(Boolean);
}

/** Text that is UTF-8, and no JSON, was rejected with 400. */
function isOtherTextRejected({ exchanges }: Facts): boolean {
  const texts = exchanges.filter((e) => answeredWith(e, 400)).map(sentText);
  return texts.some((text) => text !== "" && !text.includes("\ufffd") && !parseJson(text).ok);
}
