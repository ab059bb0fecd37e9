import type {
  BodySchema,
  Contract,
  KnownOperation,
  ObjectShape,
  Operation,
} from "#core/contract/contract.ts";
import { SpecError } from "#core/contract/reading/spec-error.ts";
import type { CalendarDay } from "#core/contract/validation/days.ts";
import { derivedFrom } from "#core/memory/derived-from.ts";

/** Those that a document is searched for, by its name for them, else by method and path. */
export const knownOperations: readonly KnownOperation[] = [
  { id: "listPets", name: "listPets", method: "GET", path: "/pets", needed: true },
  { id: "createPet", name: "createPet", method: "POST", path: "/pets", needed: true },
  { id: "getPet", name: "getPet", method: "GET", path: "/pets/{}", needed: false },
  { id: "storeOrders", name: "getStoreOrders", method: "GET", path: "/store/orders", needed: false },
];

/** What a document describes that the pet store's own suite does not test. */
export function operationsBeside({ operations, others }: Contract): readonly Operation[] {
  const orders = operations.get("storeOrders");
  return [...(orders?.success === undefined ? [] : [orders]), ...others.values()];
}

/** What the pet store's own suite has checks for, of each operation that it knows. */
const ownParameters = ["limit", "status"];
const ownFields = ["id", "name", "categoryId", "status"];
const ownHeaders = /^(?:x-ratelimit-(?:limit|remaining|reset)|retry-after|deprecation|sunset)$/i;

/**
 * Parameters, headers and fields of these operations that only this document has. They are not tested. A required header is
 * for the user to give.
 */
export function additionsTo({ operations }: Contract) {
  const known = [...operations.values()].filter(({ id }) => id !== "storeOrders");
  return known
    .map((operation) => ({
      operation,
      parameters: operation.parameters.filter(({ in: where, name, required }) =>
        where === "query" ? !ownParameters.includes(name) : where !== "path" && !required,
      ),
      headers: [
        ...new Set(operation.responses.flatMap(({ headers }) => headers.map(({ name }) => name))),
      ].filter((name) => !ownHeaders.test(name)),
      fields: [...(operation.body?.shape.properties.keys() ?? [])].filter(
        (name) => !ownFields.includes(name) && operation.body?.shape.required.includes(name) !== true,
      ),
    }))
    .filter(({ parameters, headers, fields }) => parameters.length + headers.length + fields.length > 0);
}

/** What reports call the interface and what it stores. */
export const petStoreNames = { title: "Pet Store", name: "pet store", thing: "pet", things: "pets" } as const;

/** The requirement that holds after the removal of getPet, and only then. */
export const afterRemoval = "DEPR-5";

/** What a document says of the pet store: bounds, statuses, bodies. */
export interface Petstore {
  /** Of listPets, within 2^53; a bound that the document does not give, or puts beyond that, is undefined. */
  readonly limit: {
    /** False when the document has no such parameter. */
    readonly declared: boolean;
    readonly minimum: number | undefined;
    readonly maximum: number | undefined;
    readonly default: number | undefined;
  };
  /** The allowed values of the status filter, in the document's order; empty when it names none. */
  readonly statuses: readonly string[];
  readonly newPet: ObjectShape;
  /** The day on which getPet is removed; undefined when there is none. */
  readonly removalDay: CalendarDay | undefined;
  /** The bodies of the interface (heading "Resources and their fields"). */
  readonly schemas: Readonly<Record<"Pet" | "NewPet" | "Pets" | "Error", BodySchema>>;
}

/** Of a contract that `petstoreDocument` checked. */
export const petstore = derivedFrom((contract: Pick<Contract, "operations">): Petstore => {
  const schemas = schemasOf(contract);
  const list = contract.operations.get("listPets");
  const parameter = (wanted: string) =>
    list?.parameters.find(({ in: where, name }) => where === "query" && name === wanted)?.field;
  const limit = parameter("limit");
  const statuses = parameter("status")?.enum ?? schemas.Pet.shape.properties.get("status")?.enum ?? [];
  return {
    limit: {
      declared: limit !== undefined,
      minimum: safe(limit?.minimum),
      maximum: safe(limit?.maximum),
      default: safe(limit?.default),
    },
    statuses: statuses.filter((value) => typeof value === "string"),
    newPet: schemas.NewPet.shape,
    removalDay: contract.operations.get("getPet")?.sunset,
    schemas,
  };
});

/** A bound beyond 2^53 cannot be tried; it counts as none. */
function safe(bound: unknown): number | undefined {
  const number = typeof bound === "bigint" ? Number(bound) : bound;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : undefined;
}

/** Without an Error body in the document, any value is one; `looser` reports that. */
const anything: BodySchema = {
  shape: { required: [], properties: new Map() },
  isArray: false,
  validate: () => [],
};

function schemasOf({ operations }: Pick<Contract, "operations">): Petstore["schemas"] {
  const [list, create] = [operations.get("listPets"), operations.get("createPet")];
  const [Pets, NewPet, Pet] = [list && successOf(list), create?.body, create && successOf(create)];
  if (Pets === undefined || NewPet === undefined || Pet === undefined)
    throw new SpecError(
      // Where it lacks one of the two, the suite knows none of its operations.
      "the document describes no pet store: it lacks listPets and createPet",
      { file: "--spec" },
      "Only `run`, `list` and `explain` take the document of another service.",
    );
  return { Pets, NewPet, Pet, Error: list?.refusal ?? create?.refusal ?? anything };
}

/** The body of the lowest documented success. */
export function successOf({ success, answer }: Operation): BodySchema | undefined {
  return success === undefined ? undefined : answer(success);
}
