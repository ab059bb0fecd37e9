import type { Facts } from "../../src/check/facts.ts";
import type { Priority } from "../../src/check/priority.ts";
import type { Step } from "../../src/check/step.ts";
import type { Contract, FieldSchema } from "../../src/contract/contract.ts";
import { raw, type WritableJson, writeJson } from "../../src/json/write.ts";
import { markOf, numberMarkOf } from "../evidence/marks.ts";
import { fewestStatus, ordinaryCategory } from "../evidence/store.ts";
import { firstCreate } from "./named-steps.ts";
import { newPetText, postingAfter, postPet } from "./requests.ts";

/** The requirements that wrong bodies are cases of. */
export type WrongBodyRequirement =
  | "CREATE-5"
  | "CREATE-6"
  | "CREATE-7"
  | "CREATE-8"
  | "CREATE-9"
  | "CREATE-11";

/** One way in which a body can be wrong (ruling 7): all else in it is right, and it bears the run's mark where it can. */
export interface WrongBody {
  readonly about: WrongBodyRequirement;
  readonly label: string;
  readonly profile: "standard" | "thorough";
  readonly priority: Priority;
  readonly body: (facts: Facts, label: string) => string | Uint8Array;
}

export function wrongBodies(contract: Contract): readonly WrongBody[] {
  return [...missingFields(contract), ...wrongFields(contract), ...notObjects, ...lenient];
}

export function wrongBodySteps(contract: Contract): readonly Step[] {
  return wrongBodies(contract).map(wrongBodyStep);
}

export function wrongBodyStep({ label, profile, priority, body }: WrongBody): Step {
  return postingAfter(firstCreate, {
    label,
    profile,
    priority,
    expectedValidity: "invalid",
    request: (facts) => postPet(body(facts, label)),
  });
}

/** A right body but for these members. */
function rightBut(
  facts: Facts,
  label: string,
  fields: Readonly<Record<string, WritableJson | undefined>>,
): string {
  return newPetText(facts.contract, {
    name: markOf(facts, label),
    categoryId: ordinaryCategory(facts).id,
    status: fewestStatus(facts),
    ...fields,
  });
}

function missingFields({ newPet }: Contract): WrongBody[] {
  return newPet.required.map((field) => ({
    about: "CREATE-5",
    label: `body without ${field}`,
    profile: "standard",
    priority: "essential",
    // `newPetText` adds what is missing, so the field is removed from the object itself.
    body: (facts, label) => withoutMember(facts, label, field),
  }));
}

function withoutMember(facts: Facts, label: string, field: string): string {
  const full = JSON.parse(rightBut(facts, label, { categoryId: 0 })) as Record<string, WritableJson>;
  const fields = { ...full, categoryId: ordinaryCategory(facts).id };
  return writeJson(Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field)));
}

interface WrongValue {
  readonly kind: string;
  readonly about: WrongBodyRequirement;
  readonly profile: "standard" | "thorough";
  readonly priority: Priority;
  readonly json: (facts: Facts, label: string) => WritableJson;
}

function wrongFields({ newPet }: Contract): WrongBody[] {
  return [...newPet.properties].flatMap(([field, schema]) =>
    wrongValues(schema, newPet.required.includes(field)).map(({ kind, about, profile, priority, json }) => ({
      about,
      label: `body with ${field} ${kind}`,
      profile,
      priority,
      body: (facts: Facts, label: string) => rightBut(facts, label, { [field]: json(facts, label) }),
    })),
  );
}

/** Values that break a field's schema, one for each way in which it can be broken. */
function wrongValues(schema: FieldSchema, required: boolean): WrongValue[] {
  const type = schema.types?.length === 1 ? schema.types[0] : undefined;
  const values: WrongValue[] = [];
  const add = (
    kind: string,
    about: WrongBodyRequirement,
    profile: WrongValue["profile"],
    priority: Priority,
    json: WrongValue["json"],
  ) => void values.push({ kind, about, profile, priority, json });
  if (!schema.nullable)
    add("null", "CREATE-6", required && type === "string" ? "standard" : "thorough", "typical", () => null);
  if (type === "string" && schema.enum === undefined) {
    add("a number", "CREATE-6", "standard", "essential", (facts, label) => numberMarkOf(facts, label));
    add("zero", "CREATE-6", "thorough", "frequent", () => 0);
    add("an array", "CREATE-6", "thorough", "frequent", (facts, label) => [markOf(facts, label)]);
    add("an empty object", "CREATE-6", "thorough", "regular", () => ({}));
    add("an empty array", "CREATE-6", "thorough", "unusual", () => []);
  }
  if (type === "string") {
    add("false", "CREATE-6", "thorough", "frequent", () => false);
    add("true", "CREATE-6", "thorough", "occasional", () => true);
    add("an object", "CREATE-6", "thorough", "common", (facts, label) => ({ value: markOf(facts, label) }));
  }
  if (schema.enum !== undefined) {
    const first = String(schema.enum[0] ?? "");
    add("outside the enumeration", "CREATE-7", "standard", "essential", () => "conformance-unknown");
    add("in upper case", "CREATE-7", "thorough", "typical", () => first.toUpperCase());
    add("empty", "CREATE-7", "thorough", "common", () => "");
    add("with a blank behind", "CREATE-7", "thorough", "frequent", () => `${first} `);
    add("a number", "CREATE-6", "thorough", "common", () => 1);
    add("zero", "CREATE-6", "thorough", "unusual", () => 0);
    add("an array of one", "CREATE-6", "thorough", "frequent", () => [first]);
    add("an empty array", "CREATE-6", "thorough", "frequent", () => []);
  }
  addBounds(schema, add);
  if (type === "integer") {
    add("a string", "CREATE-6", "standard", "essential", (facts) => String(ordinaryCategory(facts).id));
    add("a boolean", "CREATE-6", "thorough", "frequent", () => true);
    add("false", "CREATE-6", "thorough", "unusual", () => false);
    add("an array", "CREATE-6", "thorough", "frequent", (facts) => [ordinaryCategory(facts).id]);
    add("an object", "CREATE-6", "thorough", "frequent", () => ({}));
    add("an empty string", "CREATE-6", "thorough", "frequent", () => "");
    add("fractional", "CREATE-8", "standard", "essential", (facts) => raw(`${ordinaryCategory(facts).id}.5`));
    if (schema.format === "int64") {
      add("2^63", "CREATE-8", "standard", "typical", () => 2n ** 63n);
      add("below -2^63", "CREATE-8", "thorough", "frequent", () => -(2n ** 63n) - 1n);
      add("1e30", "CREATE-8", "thorough", "regular", () => raw("1e30"));
    }
  }
  return values;
}

const notObjects: readonly WrongBody[] = [
  notObject("body empty", "standard", "essential", () => ""),
  notObject("body cut short", "standard", "essential", (right) => right.slice(0, -1)),
  notObject("body an array", "standard", "typical", (right) => `[${right}]`),
  notObject("body null", "thorough", "common", () => "null"),
  { ...notObject("body an empty object", "thorough", "occasional", () => "{}"), about: "CREATE-5" },
  notObject("body not JSON", "thorough", "frequent", (right) => `name=${nameIn(right)}&categoryId=1`),
  notObject("body a string", "thorough", "regular", (right) => JSON.stringify(right)),
  notObject("body an empty array", "thorough", "regular", () => "[]"),
  notObject("body a number", "thorough", "occasional", () => "42"),
  notObject("body true", "thorough", "occasional", () => "true"),
  notObject("body of blanks", "thorough", "occasional", () => " \r\n\t "),
];

function nameIn(right: string): string {
  return (JSON.parse(right) as { readonly name: string }).name;
}

type Add = (
  kind: string,
  about: WrongBodyRequirement,
  profile: WrongValue["profile"],
  priority: Priority,
  json: WrongValue["json"],
) => void;

/** One step beyond each bound of the document; the embedded one has none but int64's. */
function addBounds({ minimum, maximum, minLength, maxLength }: FieldSchema, add: Add): void {
  if (minimum !== undefined)
    add("below its minimum", "CREATE-6", "standard", "typical", () => BigInt(minimum) - 1n);
  if (maximum !== undefined)
    add("above its maximum", "CREATE-6", "standard", "typical", () => BigInt(maximum) + 1n);
  if (minLength !== undefined && minLength > 0) {
    add("shorter than its minimum", "CREATE-6", "standard", "typical", () => "x".repeat(minLength - 1));
  }
  if (maxLength !== undefined) {
    add("longer than its maximum", "CREATE-6", "standard", "typical", (facts, label) =>
      markOf(facts, label).padEnd(maxLength + 1, "-x"),
    );
  }
}

function notObject(
  label: string,
  profile: WrongBody["profile"],
  priority: Priority,
  make: (right: string) => string,
): WrongBody {
  return {
    about: "CREATE-9",
    label,
    profile,
    priority,
    body: (facts, own) => make(rightBut(facts, own, {})),
  };
}

const spoilings: Readonly<Record<string, (text: string) => string | Uint8Array>> = {
  "with a comment": (text) => text.replace("{", "{/* pet */"),
  "with a trailing comma": (text) => text.replace(/\}$/, ",}"),
  "with single quotes": (text) => text.replaceAll('"', "'"),
  "with NaN": (text) => text.replace(/"categoryId":-?\d+/, '"categoryId":NaN'),
  "with a leading zero": (text) => text.replace(/"categoryId":(-?)(\d+)/, '"categoryId":$10$2'),
  "with text behind it": (text) => `${text} x`,
  "with a member name in another case": (text) => text.replace('"name"', '"Name"'),
  "with a fraction that a double loses": (text) =>
    text.replace(/"categoryId":(-?\d+)/, '"categoryId":$1.00000000000000000001'),
  "with invalid UTF-8": (text) => {
    const bytes = new TextEncoder().encode(text.replace(nameIn(text), (name) => `${name}\u00e9`));
    return bytes.filter((byte) => byte !== 0xa9); // the first half of é is left
  },
};

/** What a lenient parser takes; the interface says JSON, so refusing it is a `should` (ruling 7). */
const lenient: readonly WrongBody[] = Object.entries(spoilings).map(([kind, spoil], i) => ({
  about: "CREATE-11",
  label: `body ${kind}`,
  profile: "thorough",
  priority: i < 2 ? "occasional" : "unusual",
  body: (facts, label) => spoil(rightBut(facts, label, {})),
}));
