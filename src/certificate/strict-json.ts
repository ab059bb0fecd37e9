import { Ajv2020 } from "ajv/dist/2020.js";
import { derivedFrom } from "../exchange/derived-from.ts";
import { exceeds, usualExtent } from "../files/json-extent.ts";

/** Signed JSON that is not in its one form, or not as its schema has it; completes "it". */
export class StrictJsonError extends Error {
  override readonly name = "StrictJsonError";
}

/**
 * Reads what was signed. Members that occur twice, spaces, and text after the value are refused: readers disagree about
 * them, and a certificate must say one thing to all. That the value gives the same text again shows that there is none.
 * @throws StrictJsonError
 */
export function readStrictJson<Value>(bytes: Uint8Array, schema: object): Value {
  const value = parsed(bytes);
  if (!Buffer.from(JSON.stringify(value)).equals(bytes))
    throw new StrictJsonError("is not JSON in its one form: a member occurs twice, or there are spaces");
  return checked(value, schema);
}

/** Reads what people write: any JSON that is as its schema has it. @throws StrictJsonError */
export function readJson<Value>(bytes: Uint8Array, schema: object): Value {
  return checked(parsed(bytes), schema);
}

function parsed(bytes: Uint8Array): unknown {
  if (exceeds(bytes, usualExtent))
    throw new StrictJsonError("has more members, or is nested deeper, than any that is signed");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new StrictJsonError("is not JSON");
  }
}

// Patterns stand in the schemas in place of formats.
const validatorOf = derivedFrom((schema: object) =>
  new Ajv2020({ strict: false, validateFormats: false }).compile(schema),
);

function checked<Value>(value: unknown, schema: object): Value {
  const validate = validatorOf(schema);
  if (validate(value)) return value as Value;
  const [problem] = validate.errors ?? [];
  const extra: unknown = problem?.params.additionalProperty;
  const name = typeof extra === "string" ? ` (${JSON.stringify(extra)})` : "";
  throw new StrictJsonError(
    `is not as its schema has it: ${problem?.instancePath || "it"} ${problem?.message}${name}`,
  );
}
