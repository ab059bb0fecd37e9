import { parseJson } from "#core/json/parse.ts";
import { type Clues, hintsOn, where } from "./clues.ts";

const begun = { at: /^(?:body|status)$/, got: /^2(?!04)/, body: undefined, text: /^\s*[[{]/ };

/** Where the body of a success begins like JSON and is none: what stands where it breaks. */
export const brokenJson = hintsOn(where(begun), [
  [
    breaksAt(/^\p{Cc}/u),
    "A string holds a raw control character, which JSON requires to be escaped (\\u0007): the writer escapes quotation marks only.",
    "Write bodies with a serialiser that escapes all characters below U+0020, or reject names that hold one with 400. A pet with such a name breaks each list that shows it until it is removed from the store.",
  ],
  [
    breaksAt(/^(?:NaN|Infinity)/),
    "A missing value or a division became NaN or Infinity, which JSON does not have, and is written as it is (pandas, json.dumps).",
    "Leave a field out where its value is missing, and forbid NaN in the serialiser (allow_nan=False).",
  ],
  [
    breaksAt(/^\\[^"\\/bfnrtu]/),
    "A string has an escape of another language (\\' or \\x, \\U), which JSON does not have.",
    "Write bodies with a JSON serialiser, and escape for nothing else (addslashes, repr).",
  ],
  [
    { text: /^\s*\[/, also: breaksAt(/^[[{]/) },
    "No comma stands between two items: the list is written in parts that are put together by hand.",
    "Build the whole list first, and write it with one call of a JSON serialiser.",
  ],
  [
    endsEarly,
    "The body ends before its JSON does: a buffer or a length cuts it, or an exception ends the writing and the answer is closed as if it were whole.",
    "Build the whole body before the first byte is sent, and let the framework compute Content-Length in bytes.",
  ],
  [
    () => true,
    "The JSON is built by hand: a quotation mark is not escaped, there is a comma too many, or the items are in no array.",
    "Build the value first, and write all of it with one call of a JSON serialiser.",
  ],
]);

function endsEarly({ seen: { text = "" } }: Clues): boolean {
  const parsed = parseJson(text);
  return !parsed.ok && parsed.problem.offset >= text.trimEnd().length;
}

/** The text is JSON up to where this stands. */
function breaksAt(pattern: RegExp) {
  return ({ seen: { text = "" } }: Clues): boolean => {
    const parsed = parseJson(text);
    return !parsed.ok && pattern.test(text.slice(parsed.problem.offset));
  };
}
