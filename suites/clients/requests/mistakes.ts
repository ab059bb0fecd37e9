import { type ClientExchange, type Session, statusOf } from "#core/check/clients/session.ts";
import { utf8Text } from "#core/json/escape.ts";
import type { JsonNode } from "#core/json/json.ts";
import { parseJson } from "#core/json/parse.ts";
import { member, stringOf } from "#core/json/read.ts";
import { inUtf8, jsonOf } from "../shared/answers.ts";
import { type Mistake, type MistakeTable, mistakeAmong, type Signs } from "../shared/client-checks.ts";
import { hasEmptyId, named, operationOf, requestsIn } from "../shared/requests.ts";

export const mistakesInRequests: MistakeTable = {
  "CLIENT-10": [ofMethod, ofEmptyId, ofTarget],
  "CLIENT-11": [({ target }) => mistakeAmong(inValues, new URLSearchParams(target.split(/\?(.*)/s)[1]))],
  "CLIENT-13": [ofBody, ofLackingValue],
  "CLIENT-26": [({ body }) => (body === undefined || inUtf8(body) === body ? undefined : ["not-utf-8"])],
};

/** Methods are case-sensitive (RFC 9110, 9.1). */
function ofMethod({ method }: ClientExchange): Mistake | undefined {
  const capitals = method.toUpperCase();
  return method === capitals ? undefined : ["not-in-capitals", { method, capitals }];
}

/** For a read without an id, or a path with an extra slash. */
function ofEmptyId(request: ClientExchange, session: Session): Mistake | undefined {
  if (!hasEmptyId(request)) return undefined;
  if (request.method !== "GET") return ["slash-at-the-end"];
  const create = requestsIn(session).findLast(
    (one) => operationOf(one) === "POST /pets" && one.endedAtMs <= request.sentAtMs,
  );
  if (create?.outcome.kind === "failure") return ["id-of-a-lost-answer"];
  const status = create && statusOf(create);
  return status === undefined || status === 201
    ? ["empty-id"]
    : ["id-of-an-error", { status: String(status) }];
}

function ofTarget({ method, target }: ClientExchange): Mistake | undefined {
  const [path = "", query] = target.split(/\?(.*)/s);
  return mistakeAmong(inTargets, { method, path, query: path === "/pets" ? query : undefined });
}

/** `query`: of a list or a create alone. */
const inTargets: Signs<{ method: string; path: string; query: string | undefined }> = [
  ["base-replaced", ({ path }) => /^\.\.\/(?:pets|store)(?:\/|$)/.test(path)],
  ["two-slashes", ({ path }) => path.includes("//")],
  ["id-not-read", ({ path }) => /^\/pets\/(?:undefined|null|none|nil|nan|\[object%20object\])$/i.test(path)],
  ["thousands", ({ path }) => /^\/pets\/\d{1,3}(?:(?:[,.'_ ]|%[0-9A-F]{2})\d{3})+$/i.test(path)],
  ["another-pet-store", ({ path }) => /^\/pet(?:\/|$)|^\/pets\/[A-Za-z][\w-]*$/.test(path)],
  ["change-or-delete", ({ method }) => /^(?:PUT|PATCH|DELETE)$/.test(method)],
  [
    "parameter-spelled-otherwise",
    ({ method, query }) => method === "GET" && [...new URLSearchParams(query).keys()].some(isOtherSpelling),
  ],
  [
    "key-as-parameter",
    ({ query }) => [...new URLSearchParams(query).keys()].some((name) => /key|token|auth|secret/i.test(name)),
  ],
  ["fields-in-query", ({ method, query }) => method === "POST" && query !== undefined],
  ["escaped-for-html", ({ query = "" }) => /(?:^|&)amp;/.test(query)],
  ["another-parameter", ({ query }) => query !== undefined],
];

/** A spelling of limit or status that the interface does not have. */
const isOtherSpelling = (name: string): boolean =>
  /^(?:limit|status)(?:\[\d*\])?$/i.test(name) && !/^(?:limit|status)$/.test(name);

const inValues: Signs<URLSearchParams> = [
  [
    "no-value",
    (query) =>
      [...query.getAll("limit"), ...query.getAll("status")].some((value) =>
        /^(?:|undefined|null|none|nil|nan)$/i.test(value),
      ),
  ],
  ["word-for-all", (query) => query.getAll("status").some((value) => /^(?:all|any|\*)$/i.test(value))],
  ["several-statuses", (query) => query.getAll("status").some((value) => /[,|; ]/.test(value))],
];

/** For a create with a value that an answer before it did not hold, since it was an error. */
function ofLackingValue(request: ClientExchange, session: Session): Mistake | undefined {
  const before = requestsIn(session).findLast(({ endedAtMs }) => endedAtMs <= request.sentAtMs);
  const status = before && statusOf(before);
  const parsed = request.body && jsonOf(request.body);
  const lacks = newPetFields.some((name) => {
    const value = member(parsed, name);
    return value === undefined || (value.kind === "literal" && value.value === null);
  });
  if (before === undefined || status === undefined || status < 300 || !lacks) return undefined;
  return ["value-of-an-error", { request: named(before), status: String(status) }];
}

const newPetFields = ["name", "categoryId"];

interface SeenBody extends Pick<ClientExchange, "method" | "body"> {
  readonly session: Session;
  /** Undefined where it is not UTF-8. */
  readonly text: string | undefined;
  /** Undefined where it is not JSON. */
  readonly node: JsonNode | undefined;
}

/** For the body of a request, where CLIENT-13 fails because of it. */
function ofBody({ method, body }: ClientExchange, session: Session): Mistake | undefined {
  const text = body && utf8Text(body);
  const parsed = parseJson(text ?? "");
  return mistakeAmong(inBodies, { session, method, body, text, node: parsed.ok ? parsed.value : undefined });
}

const isNoJsonBut =
  (pattern: RegExp) =>
  ({ text = "", node }: SeenBody): boolean =>
    node === undefined && pattern.test(text);

const inBodies: Signs<SeenBody> = [
  [
    "body-of-a-create",
    ({ method, body, session }) =>
      method !== "POST" && requestsIn(session).some((one) => isCreateOf(body, one)),
  ],
  ["body-by-default", ({ method }) => method !== "POST"],
  ["byte-order-mark", isNoJsonBut(/^\uFEFF/)],
  ["form", isNoJsonBut(/^[A-Za-z]+=[^&]*(?:&|$)/)],
  ["own-text-of-an-object", isNoJsonBut(/^\[object \w+\]$|^\s*\{\s*'|^\w+\(.*\)$|=>|^#?<.*>$/s)],
  ["no-json-value", isNoJsonBut(/:\s*-?(?:NaN|Infinity|undefined|None)\b/)],
  ["put-together", ({ text = "", node }) => node === undefined && text !== ""],
  ["json-twice", ({ node }) => node?.kind === "string" && parseJson(node.value).ok],
  ["names-by-convention", ({ node }) => newPetFields.some((name) => isNamedOtherwise(node, name))],
  ["digits-as-number", ({ node }) => member(node, "name")?.kind === "number"],
  ["empty-status", ({ node }) => stringOf(member(node, "status")) === ""],
  ["name-of-a-constant", ({ node }) => hasCapitals(stringOf(member(node, "status")) ?? "")],
];

const isCreateOf = (sent: Uint8Array | undefined, { method, body }: ClientExchange): boolean =>
  method === "POST" && sent !== undefined && body !== undefined && Buffer.compare(sent, body) === 0;

/** True where the field is not there, and one is that differs in case or punctuation alone. */
function isNamedOtherwise(node: JsonNode | undefined, name: string): boolean {
  if (node?.kind !== "object" || member(node, name) !== undefined) return false;
  return node.members.some((one) => lettersOf(one.name) === lettersOf(name));
}

const hasCapitals = (text: string): boolean => text !== text.toLowerCase();

const lettersOf = (name: string): string => name.replace(/[^A-Za-z]/g, "").toLowerCase();
