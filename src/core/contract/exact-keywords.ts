import type { Ajv2020 } from "ajv/dist/2020.js";
import { canonicalText } from "../json/canonical.ts";
import type { JsonNode } from "../json/json.ts";
import { exactInteger } from "../json/number.ts";
import { resolvePointer } from "../json/read.ts";
import { exactKeywords } from "./ajv-schema.ts";

/** What a validation carries along: the value with its digits, where ajv sees rounded numbers. */
export interface ExactContext {
  readonly root: JsonNode;
}

/** Smallest and largest value of the integer formats of OpenAPI. */
export const integerFormats: Readonly<
  Record<string, { readonly minimum: bigint; readonly maximum: bigint }>
> = {
  int32: { minimum: -(2n ** 31n), maximum: 2n ** 31n - 1n },
  int64: { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n },
};

type Bound = number | bigint;

const comparisons: Readonly<Record<string, (value: Bound, bound: Bound) => boolean>> = {
  minimum: (value, bound) => value >= bound,
  maximum: (value, bound) => value <= bound,
  exclusiveMinimum: (value, bound) => value > bound,
  exclusiveMaximum: (value, bound) => value < bound,
};

/** Teaches ajv the keywords of `toAjvSchema` that judge a number by its digits. Needs `passContext`. */
export function addExactKeywords(ajv: Ajv2020): void {
  for (const [keyword, holds] of Object.entries(comparisons)) {
    addNumeric<Bound>(ajv, exactKeywords[keyword] ?? keyword, (bound, value) => holds(value, bound));
  }
  addUniqueItems(ajv, exactKeywords.uniqueItems ?? "");
  addNumeric<string>(ajv, "exactFormat", (format, value) => {
    const range = integerFormats[format];
    // A fraction is no integer of any size. Where the type allows it, the format still does not.
    return (
      range === undefined || (typeof value === "bigint" && value >= range.minimum && value <= range.maximum)
    );
  });
}

/** Linear in the items: ajv holds each against every other, and a target may send 30,000. */
function addUniqueItems(ajv: Ajv2020, keyword: string): void {
  ajv.addKeyword({
    keyword,
    type: "array",
    errors: false,
    validate: function (
      this: ExactContext,
      unique: boolean,
      _value: unknown,
      _parent: unknown,
      at?: { readonly instancePath: string },
    ): boolean {
      const node = at === undefined ? undefined : resolvePointer(this.root, at.instancePath);
      if (!unique || node?.kind !== "array") return true;
      return new Set(node.items.map(canonicalText)).size === node.items.length;
    },
  });
}

function addNumeric<S>(ajv: Ajv2020, keyword: string, holds: (schema: S, value: Bound) => boolean): void {
  ajv.addKeyword({
    keyword,
    type: "number",
    errors: false,
    validate: function (
      this: ExactContext,
      schema: S,
      rounded: number,
      _parent: unknown,
      at?: { readonly instancePath: string },
    ): boolean {
      const node = at === undefined ? undefined : resolvePointer(this.root, at.instancePath);
      // An integer of more than 400 digits has no exact value; it is beyond every bound, as its rounded form is.
      return holds(schema, (node?.kind === "number" ? exactInteger(node.raw) : undefined) ?? rounded);
    },
  });
}
