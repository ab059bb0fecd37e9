import { type ClientExchange, type Session, statusOf } from "#core/check/clients/session.ts";
import { utf8Text } from "#core/json/escape.ts";
import type { JsonNode } from "#core/json/json.ts";
import { parseJson } from "#core/json/parse.ts";
import { member, stringOf } from "#core/json/read.ts";
import { inUtf8, jsonOf } from "../shared/answers.ts";
import { type AdviceTable, adviceAmong, type Mistakes } from "../shared/client-checks.ts";
import { hasEmptyId, named, operationOf, requestsIn } from "../shared/requests.ts";

export const adviceOfRequests: AdviceTable = {
  "CLIENT-10": [ofMethod, ofEmptyId, ofTarget],
  "CLIENT-11": [({ target }) => adviceAmong(ofValues, new URLSearchParams(target.split(/\?(.*)/s)[1]))],
  "CLIENT-13": [ofBody, ofLackingValue],
  "CLIENT-26": [ofEncoding],
};

/** Methods are case-sensitive (RFC 9110, 9.1). */
function ofMethod({ method }: ClientExchange) {
  const capitals = method.toUpperCase();
  return method === capitals
    ? undefined
    : {
        likelyCause: `The method is written as ${method}, and the HTTP library sends it as it is.`,
        howToFix: `Write it as ${capitals}.`,
      };
}

function ofEncoding({ body }: ClientExchange) {
  return body === undefined || inUtf8(body) === body
    ? undefined
    : {
        likelyCause: "The text is encoded in the character set of the platform, such as Latin-1.",
        howToFix: "Encode the body in UTF-8, or have the JSON writer escape what is not ASCII.",
      };
}

/** For a read without an id, or a path with an extra slash. */
function ofEmptyId(request: ClientExchange, session: Session) {
  if (!hasEmptyId(request)) return undefined;
  const create = requestsIn(session).findLast(
    (one) => operationOf(one) === "POST /pets" && one.endedAtMs <= request.sentAtMs,
  );
  const status = create && statusOf(create);
  return adviceAmong<ClientExchange>(
    [
      [
        ({ method }) => method !== "GET",
        "The path is written with a slash at its end.",
        "Write it as `/pets`, without a slash at its end.",
      ],
      [
        () => create?.outcome.kind === "failure",
        "The connection was lost in the answer to the create before it, and the client read the id of a pet from the part that it got.",
        "Treat a body that is shorter than its Content-Length, or that is no complete JSON text, as a lost connection, and read no id from it.",
      ],
      [
        () => status === undefined || status === 201,
        "The id that is put into the path is empty, or the path of the list is written with a trailing slash.",
        "Do not read a pet whose id is not known, and write the path of the list as `/pets`, without a trailing slash.",
      ],
      [
        () => true,
        `The create before it was answered ${status}, and the client read the id of a pet from that answer, which has none.`,
        "Check the status before the body is read: only a 201 holds the id of the new pet. After any other answer, do not read it.",
      ],
    ],
    request,
  );
}

function ofTarget({ method, target }: ClientExchange) {
  const [path = "", query] = target.split(/\?(.*)/s);
  return adviceAmong(ofTargets, { method, path, query: path === "/pets" ? query : undefined });
}

/** `query`: of a list or a create alone. */
const ofTargets: Mistakes<{ method: string; path: string; query: string | undefined }> = [
  [
    ({ path }) => /^\.\.\/(?:pets|store)(?:\/|$)/.test(path),
    "The path is resolved against the base address as against that of a page: one that begins with a slash replaces `/v1`.",
    "Append the path to the base address as text, or resolve `pets` without a slash against a base address that ends in one.",
  ],
  [
    ({ path }) => path.includes("//"),
    "The base address ends in a slash, and the path begins with another.",
    "Remove one of the two slashes before they are joined.",
  ],
  [
    ({ path }) => /^\/pets\/(?:undefined|null|none|nil|nan|\[object%20object\])$/i.test(path),
    "The id is read under a name that the pet does not have, or from an answer that holds no pet.",
    "Check the status before the body is read, and take the id from the field `id`.",
  ],
  [
    ({ path }) => /^\/pets\/\d{1,3}(?:(?:[,.'_ ]|%[0-9A-F]{2})\d{3})+$/i.test(path),
    "The id is written as a number for people, with a separator between thousands.",
    "Write its digits alone, without the format of a language.",
  ],
  [
    ({ path }) => /^\/pet(?:\/|$)|^\/pets\/[A-Za-z][\w-]*$/.test(path),
    "The path is that of another interface, such as the pet store in the examples of Swagger.",
    "Use `/pets`, whose lists are filtered by `status`, and `/pets/{petId}` with the digits of an id.",
  ],
  [
    ({ method }) => /^(?:PUT|PATCH|DELETE)$/.test(method),
    "The method is that of another interface: this one has no way to change or delete a pet.",
    "Leave the request out.",
  ],
  [
    ({ method, query }) => method === "GET" && [...new URLSearchParams(query).keys()].some(isOtherSpelling),
    "The name of a parameter is written in another case, or with brackets as for a list.",
    "Write `limit` and `status` as they are, each with one value.",
  ],
  [
    ({ query }) => [...new URLSearchParams(query).keys()].some((name) => /key|token|auth|secret/i.test(name)),
    "The key is sent as a parameter, as other interfaces take it.",
    "Send it in Authorization alone, with every try.",
  ],
  [
    ({ method, query }) => method === "POST" && query !== undefined,
    "The fields of the pet are sent as parameters of the query.",
    "Send them in the body alone, as JSON.",
  ],
  [
    ({ query = "" }) => /(?:^|&)amp;/.test(query),
    "The address is escaped as for an HTML page, with &amp; between its parameters.",
    "Join the parameters with & alone, and escape the address where it is put into a page.",
  ],
  [
    ({ query }) => query !== undefined,
    "The parameter is that of another interface, such as one for pages or for sorting.",
    "Send no parameters but those that the operation has; sort and search in the client.",
  ],
];

/** A spelling of limit or status that the interface does not have. */
const isOtherSpelling = (name: string): boolean =>
  /^(?:limit|status)(?:\[\d*\])?$/i.test(name) && !/^(?:limit|status)$/.test(name);

const ofValues: Mistakes<URLSearchParams> = [
  [
    (query) =>
      [...query.getAll("limit"), ...query.getAll("status")].some((value) =>
        /^(?:|undefined|null|none|nil|nan)$/i.test(value),
      ),
    "A parameter that has no value is sent all the same, as an empty string or as a word such as null.",
    "Leave a parameter out where there is no value for it.",
  ],
  [
    (query) => query.getAll("status").some((value) => /^(?:all|any|\*)$/i.test(value)),
    "A word of another interface for no filter is sent as the status.",
    "Leave status out where pets of every status are wanted.",
  ],
  [
    (query) => query.getAll("status").some((value) => /[,|; ]/.test(value)),
    "Several statuses are sent as one value.",
    "Send one list for each status, or one without a status, and choose among its pets.",
  ],
];

/** For a create with a value that an answer before it did not hold, since it was an error. */
function ofLackingValue(request: ClientExchange, session: Session) {
  const before = requestsIn(session).findLast(({ endedAtMs }) => endedAtMs <= request.sentAtMs);
  const status = before && statusOf(before);
  const parsed = request.body && jsonOf(request.body);
  const lacks = newPetFields.some((name) => {
    const value = member(parsed, name);
    return value === undefined || (value.kind === "literal" && value.value === null);
  });
  if (before === undefined || status === undefined || status < 300 || !lacks) return undefined;
  return {
    likelyCause: `${named(before)} before it was answered ${status}, and the client took a value for the pet from that answer, which holds none.`,
    howToFix:
      "Look at the status before the body is read, and create nothing from an answer that is an error.",
  };
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
function ofBody({ method, body }: ClientExchange, session: Session) {
  const text = body && utf8Text(body);
  const parsed = parseJson(text ?? "");
  return adviceAmong(ofBodies, { session, method, body, text, node: parsed.ok ? parsed.value : undefined });
}

const isNoJsonBut =
  (pattern: RegExp) =>
  ({ text = "", node }: SeenBody): boolean =>
    node === undefined && pattern.test(text);

const ofBodies: Mistakes<SeenBody> = [
  [
    ({ method, body, session }) =>
      method !== "POST" && requestsIn(session).some((one) => isCreateOf(body, one)),
    "The body of a create is sent again: its handle, or its options, are used for other requests.",
    "Reset the handle, or make new options, for each request.",
  ],
  [
    ({ method }) => method !== "POST",
    "A request that has no body is sent with one, for example by a default that adds data to all requests.",
    "Send the values of a GET in its query, and no body.",
  ],
  [
    isNoJsonBut(/^\uFEFF/),
    "The encoder puts a byte order mark before the text.",
    "Encode as UTF-8 without a byte order mark.",
  ],
  [
    isNoJsonBut(/^[A-Za-z]+=[^&]*(?:&|$)/),
    "The fields are sent as a form, which is the library's default.",
    "Use the library's JSON option, or write the JSON yourself.",
  ],
  [
    isNoJsonBut(/^\[object \w+\]$|^\s*\{\s*'|^\w+\(.*\)$|=>|^#?<.*>$/s),
    "The language's own text for an object is sent, and not JSON.",
    "Use the library's JSON option, or a JSON writer.",
  ],
  [
    isNoJsonBut(/:\s*-?(?:NaN|Infinity|undefined|None)\b/),
    "A value is written that JSON does not have, such as NaN.",
    "Find where the value comes from, and create nothing without a real one.",
  ],
  [
    ({ text = "", node }) => node === undefined && text !== "",
    "The body is put together as text, or cut to another length: a comma, a quotation mark or its end is wrong.",
    "Have a JSON writer make the body of each create from an object, and send all of its bytes.",
  ],
  [
    ({ node }) => node?.kind === "string" && parseJson(node.value).ok,
    "The body is encoded as JSON twice: a JSON string is given to a library that encodes it again.",
    "Give the library the object itself, or the string as a body that it leaves alone.",
  ],
  [
    ({ node }) => newPetFields.some((name) => isNamedOtherwise(node, name)),
    "The JSON writer names fields by another convention, such as `category_id`.",
    "Write the names as the interface has them, letter by letter.",
  ],
  [
    ({ node }) => member(node, "name")?.kind === "number",
    "A text of digits is written as a number, as PHP's JSON_NUMERIC_CHECK or a template without quotation marks does.",
    "Write the name as a JSON string, whatever its characters are.",
  ],
  [
    ({ node }) => stringOf(member(node, "status")) === "",
    "A status that is not set is sent as an empty string.",
    "Leave out status where there is none.",
  ],
  [
    ({ node }) => hasCapitals(stringOf(member(node, "status")) ?? ""),
    "The name of a constant is sent as the status, in place of its value.",
    "Send a status letter by letter as the interface has it.",
  ],
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
