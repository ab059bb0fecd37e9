/**
 * A JSON text (RFC 8259) kept without loss: numbers as their digits, members in order with repeated names, and where each
 * value stands in the text. Offsets count UTF-16 units.
 */
export type JsonNode = JsonLiteral | JsonNumber | JsonString | JsonArray | JsonObject;

interface Placed {
  /** Where the value begins (inclusive) and ends (exclusive) in the text. */
  readonly start: number;
  readonly end: number;
}

interface JsonLiteral extends Placed {
  readonly kind: "literal";
  readonly value: null | true | false;
}

export interface JsonNumber extends Placed {
  readonly kind: "number";
  /**
   * The characters as they stood, for example `9007199254740993` or `1.0`. Of more than 4096 the first, and `…`, which
   * ends no number: it is exact to nobody, and its text stays JSON.
   */
  readonly raw: string;
}

interface JsonString extends Placed {
  readonly kind: "string";
  readonly value: string;
}

interface JsonArray extends Placed {
  readonly kind: "array";
  readonly items: readonly JsonNode[];
}

export interface JsonMember {
  readonly name: string;
  readonly value: JsonNode;
}

export interface JsonObject extends Placed {
  readonly kind: "object";
  /** In the order of the text; a name may occur more than once. */
  readonly members: readonly JsonMember[];
}

/** Why a text is not JSON, or is more than is read. */
export interface JsonSyntaxProblem {
  readonly kind: "syntax" | "too-deep" | "too-many-values";
  /** One sentence, without any of the text itself. */
  readonly message: string;
  readonly offset: number;
}

/** `values`: how many values the text has, those inside others included. */
export type JsonParseResult =
  | { readonly ok: true; readonly value: JsonNode; readonly values: number }
  | { readonly ok: false; readonly problem: JsonSyntaxProblem };
