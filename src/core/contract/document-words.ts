import type { Contract, FieldSchema, Operation } from "./contract.ts";

/** What the document calls things: paths, names, and the texts that it enumerates. They are in most answers. */
export function documentWords(operations: Contract["operations"]): readonly string[] {
  return [...operations.values()].flatMap(wordsOfOperation);
}

function wordsOfOperation({ path, parameters, body, success, answer, refusal }: Operation): string[] {
  const bodies = [body, success === undefined ? undefined : answer(success), refusal];
  return [
    path,
    ...parameters.flatMap(({ name, field }) => [name, ...enumeratedIn(field)]),
    ...bodies.flatMap((schema) =>
      [...(schema?.shape.properties ?? [])].flatMap(([name, field]) => [name, ...enumeratedIn(field)]),
    ),
  ];
}

function enumeratedIn({ enum: values = [] }: FieldSchema): string[] {
  return values.filter((value) => typeof value === "string");
}
