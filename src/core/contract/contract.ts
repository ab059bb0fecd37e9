import type { ValidateFunction } from "ajv";
import type { PlainValue } from "../json/plain.ts";
import type { JsonNode, JsonObject } from "../json/read.ts";
import type { ClassifiableRequest, Classification, RequestProblem } from "./classification/classification.ts";
import type { OperationId, OperationMethod, ParameterPlace, ParameterStyle } from "./operations.ts";
import type { SpecPlace } from "./reading/spec-error.ts";
import type { Spec } from "./spec.ts";
import { type CalendarDay, type RemovalPhase, removalPhase } from "./validation/days.ts";

/** A schema that ajv compiles. It refers to others by the names that they were given. */
export type AjvSchema = boolean | { [keyword: string]: unknown };

/** Makes schemas functions, as ajv does. One for a document. */
export interface SchemaCompiler {
  compile(schema: AjvSchema): ValidateFunction;
  /** Gives a schema a name, by which others refer to it: it is compiled once, however many do. */
  share(name: string, schema: AjvSchema): void;
}

/** What one OpenAPI document says, compiled. Immutable; its functions are pure. */
export interface Contract {
  /** The operations that the suite knows and the document describes. */
  readonly operations: ReadonlyMap<OperationId, Operation>;
  /** Those that the document describes beside them, in its order. */
  readonly others: ReadonlyMap<OperationId, Operation>;
  readonly title: string;
  /** `info.version`. */
  readonly version: string;
  /** `embedded`, or the path or URL that the document was read from. */
  readonly source: string;
  /** The file beside the code, where it is the suite's own document. */
  readonly ownFile: string | undefined;
  readonly document: Spec;
  /** The suite's own document, where this one is another. */
  readonly own?: Contract;
  /**
   * `operationId`s of what the suite cannot do without and this document lacks, though it describes others of the suite, none of
   * which is then known. None of another service's document, which describes none of them.
   */
  readonly dropped: readonly string[];
  /** Sentences: what is wrong with the document and does not make it useless, such as operations that are left out. */
  readonly warnings: readonly string[];
  /** The operation that a request addresses, by its method and path alone. */
  operationAt(request: ClassifiableRequest): OperationId | undefined;
  /** Which operation a request addresses, and whether the interface allows it. Decided here and nowhere else. */
  classify(request: ClassifiableRequest): Classification;
  /** Sentences: in which ways the document asks for less than the embedded one. */
  readonly looser: readonly string[];
}

export interface Operation {
  readonly id: OperationId;
  /** What the document calls it, as in `--operations`, in areas and in `--input`: its `operationId`, else `GET:/path`. */
  readonly name: string;
  readonly method: OperationMethod;
  /** As in the document, below the base address: `/things/{id}`. */
  readonly path: string;
  /** The lowest documented 2xx status; undefined when none is documented. */
  readonly success: number | undefined;
  readonly deprecated: boolean;
  /** The day on which it is removed: the caller's, else `x-sunset` (YYYY-MM-DD); undefined where there is none. */
  readonly sunset: CalendarDay | undefined;
  readonly stability: string | undefined;
  readonly access: Access;
  /** `header` and `cookie` ones too, but for the headers that OpenAPI leaves to other parts of it. */
  readonly parameters: readonly Parameter[];
  /** Undefined when the operation takes no JSON body. */
  readonly body: RequestBodySchema | undefined;
  /** Media types of a body that is required and is no JSON: none where the body may be left out. */
  readonly otherBody: readonly string[];
  /** Media types and ranges of its body, in lower case and without parameters; empty where it takes none. */
  readonly bodyTypes: readonly string[];
  /** The JSON body that the document gives a status; undefined where it gives none. */
  answer(status: number): BodySchema | undefined;
  /** All that it gives a status: by code, by range, by `default`; undefined where that status is not documented. */
  response(status: number): ResponseSpec | undefined;
  /** The answers that are described one by one, such as `200`, `4XX` and `default`. */
  readonly responses: readonly ResponseSpec[];
  /** The JSON body of its refusals (4xx): of 401 where that has one; undefined where none has. */
  readonly refusal: BodySchema | undefined;
  /** Whether the document allows this status, or range such as `4XX`, for the operation: by code, by range or by `default`. */
  documents(status: number | string): boolean;
  /** True where it, or its path, has `servers` of its own: it is then not below the base address. */
  readonly elsewhere: boolean;
  /** Where the document has it, or this member of it. */
  place(member?: "responses" | "requestBody" | "security"): SpecPlace;
}

/** What it takes to call an operation. `other`: no way but by what this suite does not send, named as people know it. */
export type Access =
  /** `stated`: the document says so itself, and does not merely leave it out. */
  | { readonly kind: "public"; readonly stated: boolean }
  /** A bearer key, or a token of OAuth 2 or OpenID Connect, which is sent as one. `alone`: nothing else would do. */
  | { readonly kind: "bearer"; readonly alone: boolean }
  | OtherAccess;

/** Credentials that the suite does not send as the API key; `--header` may give them. */
export interface OtherAccess {
  readonly kind: "other";
  /** Each way in, as people know it. */
  readonly schemes: readonly string[];
  /** One way has a token that may be sent as a bearer key is: one of several, or a key in `Authorization`. */
  readonly asToken: boolean;
  /** The header fields that carry each way in; empty where something else does, too. */
  readonly headers: readonly (readonly CredentialHeader[])[];
}

/** A header field that carries a credential: its name in lower case, and the scheme before its value, as in `Basic`. */
export interface CredentialHeader {
  readonly name: string;
  readonly scheme: string | undefined;
}

/** The objects of the document that may give an example of it, the first before the others: a Parameter Object, a Media Type Object. */
type ExampleHolders = readonly PlainValue[];

export interface RequestBodySchema extends BodySchema {
  readonly required: boolean;
  /** The media type that it has: `application/json`, `application/merge-patch+json`. */
  readonly mediaType: string;
  readonly holders: ExampleHolders;
}

export interface ResponseSpec {
  /** `200`, `4XX` or `default`. */
  readonly name: string;
  /** By media type or range, in lower case and without parameters; the body's schema where that is JSON. Empty: no body is described. */
  readonly content: ReadonlyMap<string, BodySchema | undefined>;
  readonly headers: readonly HeaderSpec[];
  headersPlace(): SpecPlace;
}

export interface HeaderSpec {
  readonly name: string;
  readonly required: boolean;
  readonly field: FieldSchema;
  validate(value: JsonNode): readonly SchemaProblem[];
}

export interface BodySchema {
  readonly shape: ObjectShape;
  readonly isArray: boolean;
  /** In which ways a value is not as the schema has it; at most 20, none when it is. */
  validate(value: JsonNode): readonly SchemaProblem[];
}

export interface Parameter extends HeaderSpec, ParameterStyle {
  readonly in: ParameterPlace;
  /** Of an array: what each of its items is. */
  readonly item: FieldSchema | undefined;
  /** Of an object: its members, which stand in the query as names of their own where it is exploded. `any`: it says that there are others. */
  readonly members: readonly string[] | "any";
  /** True where the value is written as JSON or in another media type (`content`), which nothing here does. */
  readonly hasMediaType: boolean;
  readonly holders: ExampleHolders;
  readonly place: () => SpecPlace;
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
  readonly missing?: string;
}

/** The segment that the base address ends in: `/v1` for the interface version 1.0.0 (interface: Versioning). */
export function versionSegment(contract: Contract): string {
  return `/v${contract.version.split(".")[0]}`;
}

/** Where a moment stands to the day on which each operation is removed; those without such a day are left out. */
export type Removals = Readonly<Partial<Record<OperationId, RemovalPhase>>>;

/** @param now milliseconds since the Unix epoch, or a bare date in their place */
export function removalsOf({ operations }: Contract, now: number | CalendarDay): Removals {
  const dated = [...operations.values()].flatMap(({ id, sunset }) =>
    sunset === undefined ? [] : [[id, removalPhase(sunset, now)] as const],
  );
  return Object.fromEntries(dated);
}

/** An operation that a suite knows: the document's operation of this name, else the one of this method and path. */
export interface KnownOperation {
  readonly id: OperationId;
  /** `operationId` in the document. */
  readonly name: string;
  readonly method: OperationMethod;
  /** With `{}` for a parameter of any name. */
  readonly path: string;
  /** Without it, no server can be checked. */
  readonly needed: boolean;
}

/** A suite's own document as it was read and compiled beforehand: loading neither a reader of YAML nor ajv. */
export interface BuiltDocument {
  readonly value: PlainValue;
  readonly compiler: SchemaCompiler;
}

/** What a suite knows of the documents that it checks servers against. */
export interface KnownDocument {
  /** Its own document, in YAML: a file beside the code. */
  readonly file: string;
  readonly built?: BuiltDocument | undefined;
  readonly operations: readonly KnownOperation[];
  /** @throws SpecError where the document lacks what the suite cannot do without */
  readonly check: (contract: Contract) => void;
  /** At which points of a valid body the interface leaves open whether it is served. */
  readonly openInBody: (shape: ObjectShape, body: JsonObject) => readonly RequestProblem[];
  /** Sentences: in which ways `loaded` asks for less than the suite's own document. */
  readonly looser: (own: Contract, loaded: Contract) => readonly string[];
}

/** In lower case: `Authorization`, and the fields in which the document asks for another credential. */
export function credentialHeadersOf({ operations, others }: Contract): ReadonlySet<string> {
  const all = [...operations.values(), ...others.values()];
  const fields = all.flatMap(({ access }) => (access.kind === "other" ? access.headers.flat() : []));
  return new Set(["authorization", ...fields.map(({ name }) => name)]);
}
