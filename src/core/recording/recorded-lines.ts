import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { Unreadable } from "#files/read-bounded.ts";
import { derivedFrom } from "../exchange/bounded-map.ts";

/** The schema of a line: each of its definitions that names a `kind` is a line of that kind. */
interface LineSchema {
  readonly $id: string;
  readonly $defs: Readonly<Record<string, object>>;
}

interface Definition {
  readonly properties?: { readonly kind?: { readonly const?: string } };
}

/** @throws Unreadable for a text that is no JSON object */
export function parsedLines(texts: readonly string[]): readonly object[] {
  return texts.map((text, at) => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw changed(at, "is not JSON");
    }
    if (typeof value !== "object" || value === null) throw changed(at, "is not an object");
    return value;
  });
}

/** The lines, which anyone may have changed, as their schema has them; bytes as `written` wrote them. @throws Unreadable */
export function linesAsIn<Line>(schema: LineSchema, values: readonly object[]): readonly Line[] {
  const validators = validatorsOf(schema);
  return values.map((value, at) => {
    const kind = "kind" in value ? value.kind : undefined;
    const validate = validators.get(kind);
    if (validate === undefined) throw changed(at, `is of another kind, ${JSON.stringify(kind) ?? "none"}`);
    if (!validate(value)) throw changed(at, `is not as its schema has it: ${deepest(validate.errors ?? [])}`);
    return withBytes("", value) as Line;
  });
}

function changed(at: number, why: string): Unreadable {
  return new Unreadable(`line ${at + 1} ${why}; it was changed after it was written`);
}

const validatorsOf = derivedFrom((schema: LineSchema): ReadonlyMap<unknown, ValidateFunction> => {
  const ajv = new Ajv2020({ strict: false }).addSchema(schema);
  return new Map(
    Object.entries(schema.$defs as Readonly<Record<string, Definition>>).flatMap(([name, { properties }]) => {
      const kind = properties?.kind?.const;
      return kind === undefined ? [] : [[kind, ajv.compile({ $ref: `${schema.$id}#/$defs/${name}` })]];
    }),
  );
});

/** Of the forms that a value may have, the one that it comes nearest to says what is wrong. */
function deepest(errors: readonly ErrorObject[]): string {
  const levels = ({ instancePath }: ErrorObject) => instancePath.split("/").length;
  const [problem] = errors.toSorted((a, b) => levels(b) - levels(a));
  return `${problem?.instancePath || "it"} ${problem?.message ?? "is wrong"}`;
}

/** In place: what stands in `body` and `bytes` becomes the bytes that it says. */
function withBytes(name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (name === "body" || name === "bytes") {
    if ("utf8" in value && typeof value.utf8 === "string") return Buffer.from(value.utf8, "utf8");
    if ("base64" in value && typeof value.base64 === "string") return Buffer.from(value.base64, "base64");
  }
  for (const [member, of] of Object.entries(value))
    if (typeof of === "object") Reflect.set(value, member, withBytes(member, of));
  return value;
}
