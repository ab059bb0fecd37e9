import { type Prepared, prepare } from "../../assembly/assemble.ts";
import type { AskedDocument } from "../../core/check/suite.ts";

const known = new Map<string, Promise<Prepared>>();

/**
 * As `prepare`; what is made of a document is made once, however many runs it is asked for.
 * @throws SpecError for a document that cannot be used
 */
export function preparedFor(asked: AskedDocument): Promise<Prepared> {
  const key = JSON.stringify([asked.spec, asked.declared]);
  const prepared = known.get(key) ?? prepare(asked);
  known.set(key, prepared);
  return prepared;
}
