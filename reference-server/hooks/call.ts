import type { Json, JsonObject } from "../json.ts";
import type { Limits } from "../limiters/limits.ts";
import type { HeaderLine, ServerRequest, ServerResponse } from "../message.ts";
import type { Quota, RatePolicy } from "../rate-plans.ts";
import type { Refusal } from "../refusal.ts";
import type { NewPet, Pet, PetStatus, PetStore, Photo } from "../store.ts";

export type Operation = "listPets" | "createPet" | "getPet" | "storeOrders" | Described;

/** Operations of a later revision alone. */
type Described = "listCategories" | "listPhotos" | "createPhoto" | "deletePhoto" | "listOrders" | "readStock";

/** Where a request leads. */
export type Route =
  | { readonly kind: "operation"; readonly operation: Operation; readonly petId: string }
  | { readonly kind: "unknown-path" }
  | { readonly kind: "unknown-method"; readonly allow: readonly string[] };

/** What one server holds between requests. */
export interface ServerState {
  readonly keys: ReadonlySet<string>;
  readonly store: PetStore;
  /** Of a later revision alone. */
  readonly photos: Photo[];
  readonly windows: Limits;
  /** Empty where no limit applies. */
  readonly policies: readonly RatePolicy[];
  readonly firstId: bigint;
  /** The first instant of the removal day, in ms since the epoch (UTC). */
  readonly removedFromMs: number;
}

export interface Call {
  readonly request: ServerRequest;
  /** The undecoded path, with the base path. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly route: Route;
  /** When it arrived, in ms since the epoch. */
  readonly nowMs: number;
  readonly hooks: Hooks;
  readonly state: ServerState;
  /** How the caller stands; set once the request was counted, stays unset where no limit applies. */
  quota: Quota | undefined;
}

/** Looks at a request before its operation; an answer ends the matter. */
export type Gate = (call: Call) => ServerResponse | undefined;

/**
 * The small functions that the server is made of. The server calls each through
 * `call.hooks`, so that replacing one changes this one thing and nothing else.
 */
export interface Hooks {
  // Who may come in, and where to.
  /** Where a method and an undecoded path lead. */
  resolveRoute(method: string, path: string): Route;
  /** What a request passes before its operation, in this order. */
  gates(call: Call): readonly Gate[];
  /** The token of `Authorization: Bearer <token>` (RFC 6750, 2.1), if there is one. */
  readCredential(call: Call): string | undefined;
  /** Whether an authentication scheme's name is Bearer, in any case (RFC 9110, 11.1). */
  isBearerScheme(scheme: string, call: Call): boolean;
  isKeyKnown(key: string, call: Call): boolean;
  isAuthenticated(call: Call): boolean;
  authenticate(call: Call): ServerResponse | undefined;
  unauthorized(call: Call): ServerResponse;
  /** The challenge that a 401 carries (RFC 9110, 11.6.1). */
  challengeHeaders(call: Call): readonly HeaderLine[];
  checkRoute(call: Call): ServerResponse | undefined;
  perform(call: Call): ServerResponse;

  // Interface heading "Rate limits".
  /** The gate that counts every request and stops those over the limit. */
  limitRate(call: Call): ServerResponse | undefined;
  /** The limits that hold for this request; none where it is not limited. */
  rateLimitFor(call: Call): readonly RatePolicy[];
  /** Whose count a request goes to: each key has its own, all without a valid key share one. */
  rateCaller(call: Call): string;
  /** When a window that opens now will end, in ms since the epoch: a whole second, since Reset is in seconds. */
  windowEndMs(policy: RatePolicy, call: Call): number;
  /** Counts the request; `undefined` where it is not limited. */
  countRequest(call: Call): Quota | undefined;
  isOverLimit(quota: Quota, call: Call): boolean;
  /** The X-RateLimit fields of every response, whatever its status. */
  rateHeaders(status: number, call: Call): readonly HeaderLine[];
  limitValue(quota: Quota, call: Call): string;
  remainingValue(quota: Quota, call: Call): string;
  /** X-RateLimit-Reset: a Unix timestamp in seconds. */
  resetValue(quota: Quota, call: Call): string;
  /** Retry-After in whole seconds, rounded up (RFC 9110, 10.2.3). */
  retryAfter(quota: Quota, call: Call): string;
  overLimitResponse(quota: Quota, call: Call): ServerResponse;

  // Interface heading "List animals".
  listPets(call: Call): ServerResponse;
  /** The text of a query parameter, percent-decoded; `undefined` where it is not given. */
  queryParameter(name: "limit" | "status", call: Call): string | undefined;
  /** How many animals are asked for: 1 to 100, or 20 where nothing is given. @throws Refusal 400 */
  parseLimit(text: string | undefined, call: Call): number;
  /** The status asked for, if any. @throws Refusal 400 */
  parseStatusFilter(text: string | undefined, call: Call): PetStatus | undefined;
  /** The animals that a list shows at this moment, in the order of their storing. */
  visiblePets(call: Call): readonly Pet[];
  /** Whether an animal has the status asked for; one without a status has none of them (ruling 4). */
  matchesStatus(pet: Pet, status: PetStatus, call: Call): boolean;
  orderPets(pets: readonly Pet[], call: Call): readonly Pet[];
  /** The part of the matching animals that is returned. */
  page(pets: readonly Pet[], limit: number, call: Call): readonly Pet[];
  listBody(pets: readonly Pet[], call: Call): Json;

  // Interface heading "Add an animal".
  createPet(call: Call): ServerResponse;
  /** Whether a Content-Type is application/json, with any parameters and in any case (RFC 9110, 8.3.1). */
  isJsonContentType(contentType: string | undefined, call: Call): boolean;
  /** The body's characters: strict UTF-8. @throws Refusal 400 */
  decodeBody(body: Uint8Array, call: Call): string;
  /** The JSON value of the body. @throws Refusal 400 */
  parseBody(text: string, call: Call): Json;
  /** The body as an object. @throws Refusal 400 */
  requireObject(body: Json, call: Call): JsonObject;
  /** A member's value, `undefined` where it is absent. */
  readMember(body: JsonObject, name: string, call: Call): Json | undefined;
  /** The animal that a body describes. @throws Refusal 400 */
  readNewPet(body: Json, call: Call): NewPet;
  /** @throws Refusal 400 */
  validateName(value: Json | undefined, call: Call): string;
  /** @throws Refusal 400 */
  validateCategory(value: Json | undefined, call: Call): bigint;
  /** @throws Refusal 400 */
  validateStatus(value: Json | undefined, call: Call): PetStatus | undefined;
  /** Whether the store takes a valid animal; the place of rules beyond the schema. @throws Refusal */
  admitPet(pet: NewPet, call: Call): void;
  /** A fresh identifier, from the animal's number in the store. */
  assignId(serial: bigint, call: Call): bigint;
  buildPet(pet: NewPet, body: Json, call: Call): Pet;
  storePet(pet: Pet, call: Call): void;
  /** The answer to a creation: its status, around the body and the fields below. */
  createdResponse(pet: Pet, call: Call): ServerResponse;
  createdBody(pet: Pet, call: Call): Json;
  /** What it carries beside the fields of every response: nothing that the interface names. */
  createdHeaders(pet: Pet, call: Call): readonly HeaderLine[];

  // Interface headings "Get an animal" and "Store orders".
  getPet(call: Call): ServerResponse;
  /** Whether the operation is gone: from the first instant of the removal day on (UTC). */
  isRemoved(call: Call): boolean;
  /** The identifier in an undecoded path segment. @throws Refusal 400 */
  parsePetId(segment: string, call: Call): bigint;
  findPet(id: bigint, call: Call): Pet | undefined;
  petNotFound(call: Call): ServerResponse;
  /** Deprecation (RFC 9745) and Sunset (RFC 8594) of every answer to the operation. */
  deprecationHeaders(call: Call): readonly HeaderLine[];
  /** GET /store/orders: it exists, nothing more is said of it (ruling 17). */
  storeOrders(call: Call): ServerResponse;

  // What a later revision of the interface describes beside the animals: `revisions/extension.yaml`.
  listCategories(call: Call): ServerResponse;
  /** How many categories are asked for: 1 to 50, or 10. @throws Refusal 400 */
  parseCategoryLimit(text: string | undefined, call: Call): number;
  /** `asc` or `desc`. @throws Refusal 400 */
  parseOrder(text: string | undefined, call: Call): string;
  serialiseCategory(id: bigint, call: Call): JsonObject;
  /** What an answer to listCategories carries beside the fields of every response. */
  categoryHeaders(count: number, call: Call): readonly HeaderLine[];
  listPhotos(call: Call): ServerResponse;
  createPhoto(call: Call): ServerResponse;
  deletePhoto(call: Call): ServerResponse;
  serialisePhoto(photo: Photo, call: Call): JsonObject;
  /** GET /store/orders, as a revision describes it. */
  listOrders(call: Call): ServerResponse;
  serialiseOrder(pet: Pet, call: Call): JsonObject;
  /** GET /store/stock: a table as text. */
  readStock(call: Call): ServerResponse;

  // How answers are written.
  serialisePet(pet: Pet, call: Call): JsonObject;
  encodeJson(value: Json, call: Call): string;
  contentType(call: Call): string;
  errorContentType(status: number, call: Call): string;
  /** The machine-readable code of an Error; its values are open. */
  errorCode(status: number, call: Call): string;
  errorBody(status: number, message: string, call: Call): Json;
  errorResponse(status: number, message: string, call: Call, headers: readonly HeaderLine[]): ServerResponse;
  refused(refusal: Refusal, call: Call): ServerResponse;
  /** Date, from the server's clock (RFC 9110, 6.6.1). */
  dateHeader(call: Call): readonly HeaderLine[];
  /** The fields that every response carries, whatever its status, and those of its operation. */
  commonHeaders(status: number, call: Call): readonly HeaderLine[];
  /** The last change to a complete response. */
  respond(response: ServerResponse, call: Call): ServerResponse;
}

/** Whether the request leads to this operation. */
export function leadsTo(call: Call, operation: Operation): boolean {
  return call.route.kind === "operation" && call.route.operation === operation;
}
