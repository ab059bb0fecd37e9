import { EnvelopeError, inTotoType, readEnvelope } from "./dsse.ts";
import schema from "./statement.schema.json" with { type: "json" };
import type { Statement } from "./statement.ts";
import { readStrictJson, StrictJsonError } from "./strict-json.ts";

/** What a certificate says, whoever signed it: enough for a name, and nothing to rely on. Undefined for bytes that are no certificate. */
export function unverifiedStatement(bytes: Uint8Array): Statement | undefined {
  try {
    const { envelope } = readEnvelope(bytes);
    return envelope.payloadType === inTotoType ? readStrictJson(envelope.payload, schema) : undefined;
  } catch (error) {
    if (error instanceof EnvelopeError || error instanceof StrictJsonError) return undefined;
    throw error;
  }
}
