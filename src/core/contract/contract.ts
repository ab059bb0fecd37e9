import type { JsonNode } from "../json/json.ts";
import type { CalendarDay } from "./days.ts";
import type { SpecPlace } from "./spec-error.ts";

/** What a suite calls an operation that it knows; of any other its `operationId`, else `GET /path`. */
export type OperationId = string;

export type OperationMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS" | "TRACE";

/** What one OpenAPI document says, compiled. Immutable; its functions are pure. */
export interface Contract {
  readonly title: string;
  /** `info.version`. */
  readonly version: string;
  /** `embedded`, or the path or URL that the document was read from. */
  readonly source: string;
  readonly embedded: boolean;
  /** SHA-256, in hex, of what the document says, in all its files. */
  digest(): string;
  /** Those that the suite knows and the document describes. */
  readonly operations: ReadonlyMap<OperationId, Operation>;
  /** Operations that the document describes beside them, such as `DELETE /things/{id}`: nothing tests them. */
  readonly untestedOperations: readonly string[];
  /** Sentences: in which ways the document asks for less than the embedded one. */
  readonly looser: readonly string[];
  /** Which operation a request addresses, and whether the interface allows it. Decided here and nowhere else. */
  classify(request: ClassifiableRequest): Classification;
}

export interface Operation {
  readonly id: OperationId;
  /** `operationId` of the document; undefined when it has none. */
  readonly name: string | undefined;
  readonly method: OperationMethod;
  /** As in the document, below the base address: `/things/{id}`. */
  readonly path: string;
  readonly statuses: DocumentedStatuses;
  /** The lowest documented 2xx status; undefined when none is documented. */
  readonly success: number | undefined;
  readonly deprecated: boolean;
  /** The day on which it is removed: the caller's, else `x-sunset` (YYYY-MM-DD); undefined where there is none. */
  readonly sunset: CalendarDay | undefined;
  /** The `x-stability` marker. */
  readonly stability: string | undefined;
  /** True when every way to call it needs a credential. */
  readonly secured: boolean;
  readonly parameters: readonly Parameter[];
  /** Undefined when the operation takes no JSON body. */
  readonly body: (BodySchema & { readonly required: boolean }) | undefined;
  /** The JSON body that the document gives a status; undefined where it gives none. */
  answer(status: number): BodySchema | undefined;
  /** The JSON body of its refusals (4xx): of 401 where that has one; undefined where none has. */
  readonly refusal: BodySchema | undefined;
  /** Whether the document allows this status for the operation: by code, by range or by `default`. */
  documents(status: number): boolean;
  /** Where the document has it, or this member of it. */
  place(member?: "responses" | "requestBody"): SpecPlace;
}

/** What the document says of a JSON body. */
export interface BodySchema {
  readonly shape: ObjectShape;
  readonly isArray: boolean;
  /** In which ways a value is not as the schema has it; at most 20, none when it is. */
  validate(value: JsonNode): readonly SchemaProblem[];
}

export interface DocumentedStatuses {
  readonly codes: ReadonlySet<number>;
  /** First digits of ranges such as `4XX`. */
  readonly ranges: ReadonlySet<number>;
  /** True when there is a `default` response, which stands for every other status. */
  readonly default: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path";
  readonly required: boolean;
  readonly field: FieldSchema;
  validate(value: JsonNode): readonly SchemaProblem[];
}

/** An object schema with its `allOf` parts put together. */
export interface ObjectShape {
  readonly required: readonly string[];
  readonly properties: ReadonlyMap<string, FieldSchema>;
}

export type JsonScalar = null | boolean | number | bigint | string;

/** What a schema says of one value, `allOf` parts put together; a keyword that it lacks is undefined. */
export interface FieldSchema {
  /** JSON Schema type names without `null`; undefined: any type. */
  readonly types: readonly string[] | undefined;
  readonly nullable: boolean;
  readonly format: string | undefined;
  readonly enum: readonly JsonScalar[] | undefined;
  /** Inclusive, exclusive bounds of integers turned into inclusive ones. */
  readonly minimum: number | bigint | undefined;
  readonly maximum: number | bigint | undefined;
  /** In Unicode code points. */
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly pattern: string | undefined;
  readonly default: JsonScalar | undefined;
}

/** One way in which a value breaks its schema, in words for people. */
export interface SchemaProblem {
  /** JSON pointer (RFC 6901) into the value; for a missing member, where it belongs. */
  readonly pointer: string;
  /** `an integer`, `one of available, pending, sold`, `a string`. */
  readonly expected: string;
  /** `the string "x"`, `nothing`; at most some 80 characters of the value. */
  readonly seen: string;
  /** The JSON Schema keyword that is broken. */
  readonly keyword: string;
}

/** What `classify` reads of a request. */
export interface ClassifiableRequest {
  readonly method: string;
  /** Below the base address, percent-encoded, without a query. */
  readonly path: string;
  /** Decoded, in the order of sending. */
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly body?: { readonly bytes: Uint8Array; readonly contentType: string | undefined };
}

export interface Classification {
  /** Undefined when the request addresses none that the suite knows. */
  readonly operation: OperationId | undefined;
  /** Ways in which the request leaves what the interface allows. */
  readonly problems: readonly RequestProblem[];
  /**
   * Points at which the interface leaves open whether the request is served (rulings 1, 8, 9, 12 and 15):
   * neither its refusal nor its success is wrong, so only the documented statuses of an allowed request bind.
   */
  readonly open: readonly RequestProblem[];
  /** True when the request addresses an operation and has neither problems nor open points. */
  readonly allowed: boolean;
}

export interface RequestProblem {
  readonly part: "path" | "query" | "body" | "content-type";
  /** The parameter's name, or a JSON pointer into the body; empty for the whole part. */
  readonly at: string;
  readonly expected: string;
  readonly seen: string;
}

/** The segment that the base address ends in: `/v1` for the interface version 1.0.0 (interface: Versioning). */
export function versionSegment(contract: Contract): string {
  return `/v${contract.version.split(".")[0]}`;
}
