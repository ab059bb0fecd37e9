import { type Prepared, prepare } from "../../assembly/assemble.ts";

interface Document {
  readonly spec: string | undefined;
  readonly removalDate: string | undefined;
}

const known = new Map<string, Promise<Prepared>>();

/**
 * As `prepare`; what is made of a document is made once, however many runs it is asked for.
 * @throws SpecError for a document that cannot be used
 */
export function preparedFor({ spec, removalDate }: Document): Promise<Prepared> {
  const key = JSON.stringify([spec, removalDate]);
  const prepared = known.get(key) ?? prepare({ spec, removalDate });
  known.set(key, prepared);
  return prepared;
}
