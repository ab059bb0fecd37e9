import type { Contract, FieldSchema, ObjectShape, Operation } from "#core/contract/contract.ts";
import { typeInWords } from "#core/contract/validation/problem-words.ts";
import { petstore } from "./roles.ts";

type Compared = Omit<Contract, "looser">;

/**
 * Sentences: in which ways `loaded` asks for less than `embedded`, so that conforming to it means less. For a response they
 * are about what a service may answer, for a request about what it must accept.
 */
export function looserThan(embedded: Compared, loaded: Compared): readonly string[] {
  return [
    ...looserLimit(embedded, loaded),
    ...[...embedded.operations.values()].flatMap((operation) => looserOperation(operation, loaded)),
    ...(["NewPet", "Pet", "Error"] as const).flatMap((name) =>
      looserShape(name, petstore(embedded).schemas[name].shape, petstore(loaded).schemas[name].shape),
    ),
    ...looserRemoval(embedded, loaded),
  ];
}

function looserLimit(embedded: Compared, loaded: Compared): string[] {
  if (!petstore(loaded).limit.declared) return ["listPets has no parameter limit."];
  const wider = (
    name: "minimum" | "maximum" | "default",
    isWider: (a: number, b: number) => boolean,
  ): string[] => {
    const a = petstore(embedded).limit[name];
    const b = petstore(loaded).limit[name];
    if (a === undefined) return [];
    if (b === undefined) return [`limit has no ${name}; the embedded contract has ${a}.`];
    return isWider(a, b) ? [`limit has the ${name} ${b}; the embedded contract has ${a}.`] : [];
  };
  const filter = (contract: Compared) =>
    contract.operations.get("listPets")?.parameters.find(({ name }) => name === "status")?.field;
  const [was, is] = [filter(embedded), filter(loaded)];
  return [
    ...wider("minimum", (a, b) => b < a),
    ...wider("maximum", (a, b) => b > a),
    ...wider("default", (a, b) => b > a),
    ...(was !== undefined && is === undefined ? ["listPets has no status filter."] : []),
    ...(was !== undefined && is !== undefined ? looserField("The status filter", was, is) : []),
  ];
}

function looserOperation(was: Operation, loaded: Compared): string[] {
  const is = loaded.operations.get(was.id);
  if (is === undefined) return [`${was.id} is not described; nothing about it is checked.`];
  const found: string[] = [];
  if (was.access.kind !== "public" && is.access.kind === "public")
    found.push(`${was.id} may be called without a key.`);
  if (was.deprecated && !is.deprecated) found.push(`${was.id} is not deprecated.`);
  const names = is.responses.map(({ name }) => name);
  if (!was.documents("default")) {
    if (names.includes("default")) found.push(`${was.id} documents every status, by default.`);
    const more = names.filter((name) => /^[1-5](?:\d\d|XX)$/.test(name) && !was.documents(name));
    if (more.length > 0) found.push(`${was.id} documents more statuses: ${more.join(", ")}.`);
  }
  for (const { name } of was.responses) {
    const status = Number(name);
    if (was.answer(status) !== undefined && is.documents(status) && is.answer(status) === undefined)
      found.push(`The ${status} response of ${was.id} has no JSON body.`);
  }
  const pathField = ({ parameters }: Operation) =>
    parameters.find((parameter) => parameter.in === "path")?.field;
  const [wasId, isId] = [pathField(was), pathField(is)];
  if (wasId !== undefined && isId !== undefined)
    found.push(...looserField(`The id in the path of ${was.id}`, wasId, isId));
  return found;
}

function looserShape(name: string, was: ObjectShape, is: ObjectShape): string[] {
  const dropped = was.required.filter((member) => !is.required.includes(member));
  return [
    ...dropped.map((member) => `${name} does not require ${member}.`),
    ...[...was.properties].flatMap(([member, field]) => {
      const other = is.properties.get(member);
      return other === undefined
        ? [`${name} says nothing about ${member}.`]
        : looserField(`${name}.${member}`, field, other);
    }),
  ];
}

function looserField(subject: string, was: FieldSchema, is: FieldSchema): string[] {
  const found: string[] = [];
  const types = is.types?.filter((type) => was.types !== undefined && !was.types.includes(type));
  if (was.types !== undefined && types === undefined) found.push(`${subject} may be of any type.`);
  else if (types !== undefined && types.length > 0) found.push(`${subject} may be ${typeInWords(types)}.`);
  if (is.nullable && !was.nullable && is.types !== undefined) found.push(`${subject} may be null.`);
  if (was.format !== undefined && is.format !== was.format)
    found.push(`${subject} is not limited to ${was.format}.`);
  if (was.enum !== undefined) {
    const more = is.enum?.filter((value) => !was.enum?.includes(value));
    if (more === undefined) found.push(`${subject} may have any value.`);
    else if (more.length > 0) found.push(`${subject} may be ${more.join(", ")} as well.`);
  }
  return found;
}

function looserRemoval(embedded: Compared, loaded: Compared): string[] {
  const was = petstore(embedded).removalDay;
  const is = petstore(loaded).removalDay;
  if (was === undefined || !loaded.operations.has("getPet")) return [];
  if (is === undefined) return [`getPet has no day of removal; the embedded contract has ${was}.`];
  // ISO dates sort as texts.
  if (is <= was) return [];
  return [`getPet is removed on ${is}; the embedded contract has ${was}.`];
}
