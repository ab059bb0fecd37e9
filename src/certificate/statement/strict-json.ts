import { Ajv2020 } from "ajv/dist/2020.js";
import { isCalendarDay } from "#core/contract/validation/days.ts";
import { utf8Text } from "#core/json/escape.ts";
import { parseJson } from "#core/json/parse.ts";
import { duplicateMembers } from "#core/json/read.ts";
import { derivedFrom } from "#core/memory/derived-from.ts";

/** JSON that decides whom to trust and is not in its one form, or not as its schema has it; completes "it". */
export class StrictJsonError extends Error {
  override readonly name = "StrictJsonError";
}

/**
 * Reads what was signed. Readers disagree about spaces and text after the value too, and a certificate must say one thing
 * to all. That the value gives the same text again shows that there is none.
 * @throws StrictJsonError
 */
export function readStrictJson<Value>(bytes: Uint8Array, schema: object): Value {
  const value = parsed(bytes);
  if (!Buffer.from(JSON.stringify(value)).equals(bytes))
    throw new StrictJsonError("is not JSON in its one form, such as for spaces between its values");
  return checked(value, schema);
}

/** Reads what people write, in whatever layout. @throws StrictJsonError */
export function readJson<Value>(bytes: Uint8Array, schema: object): Value {
  return checked(parsed(bytes), schema);
}

/** Far more than any of these files has. */
const bounds = { maxDepth: 32, maxValues: 100_000 };

/** What readers of JSON disagree about is refused: members that occur twice, and halves of surrogate pairs. */
function parsed(bytes: Uint8Array): unknown {
  const text = utf8Text(bytes);
  if (text === undefined) throw new StrictJsonError("is not JSON, since it is not UTF-8");
  const result = parseJson(text, bounds);
  if (!result.ok) throw new StrictJsonError(`cannot be read as JSON: ${result.problem.message}`);
  const [twice] = duplicateMembers(result.value);
  if (twice !== undefined) throw new StrictJsonError(`has the member ${twice} twice`);
  const value: unknown = JSON.parse(text);
  if (escapedHalf.test(JSON.stringify(value))) throw new StrictJsonError("has half of a surrogate pair");
  return value;
}

/** `JSON.stringify` writes surrogates that have no partner so, and those that have one as they are. */
const escapedHalf = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/** `2026-03-05T00:00:00.000Z`, of a day that the calendar has. */
export function isInstant(text: string): boolean {
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text;
}

const formats = { date: isCalendarDay, "date-time": isInstant };

const validatorOf = derivedFrom((schema: object) => new Ajv2020({ strict: false, formats }).compile(schema));

function checked<Value>(value: unknown, schema: object): Value {
  const validate = validatorOf(schema);
  if (validate(value)) return value as Value;
  const [problem] = validate.errors ?? [];
  const extra: unknown = problem?.params.additionalProperty;
  const name = typeof extra === "string" ? ` (${JSON.stringify(extra)})` : "";
  const why = problem?.keyword === "format" ? "is not a day of the calendar" : `${problem?.message}${name}`;
  throw new StrictJsonError(`is not as its schema has it: ${problem?.instancePath || "it"} ${why}`);
}
