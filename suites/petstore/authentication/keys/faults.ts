import { alike } from "#reference-server/bed-server.ts";
import { after, instead, keeping, replaced } from "#reference-server/fault-parts.ts";
import { jsonResponse } from "#reference-server/hooks/answers.ts";
import { type Call, leadsTo, type Operation } from "#reference-server/hooks/call.ts";
import { emptyResponse, headerValue } from "#reference-server/message.ts";

/** Whoever asks: what was served with the key is there for all. */
function servingFromCache(isCached: (call: Call) => boolean) {
  return keeping("authenticate", new Set<string>(), (cached, correctly, call) => {
    const { target } = call.request;
    if (isCached(call) && call.hooks.isAuthenticated(call)) cached.add(target);
    return isCached(call) && cached.has(target) ? undefined : correctly(call);
  });
}

const authorization = ({ request }: Call) => headerValue(request, "authorization");

/** Lets in whoever sends such a header. */
const letsIn = (isEnough: (header: string | undefined) => boolean) =>
  after("isAuthenticated", (right, call) => right || isEnough(authorization(call)));

const openWithoutKey = (operation: Operation) =>
  after("authenticate", (refused, call) =>
    leadsTo(call, operation) && authorization(call) === undefined ? undefined : refused,
  );

/** Rejects some requests without a valid key otherwise. */
const rejecting = (isMeant: (call: Call) => boolean, status: number, message: string) =>
  instead("unauthorized", (call) =>
    isMeant(call) ? call.hooks.errorResponse(status, message, call, []) : undefined,
  );

export default alike({ fails: ["AUTH-3"] })({
  "list-without-key": {
    title: "lists animals for anyone who sends no key",
    fails: ["AUTH-2", "AUTH-4"],
    idiom: "read routes left out of the guard",
    hooks: openWithoutKey("listPets"),
  },
  "create-without-key": {
    title: "lets anyone without a key add an animal",
    fails: ["AUTH-2", "AUTH-4", "AUTH-5"],
    hooks: openWithoutKey("createPet"),
  },
  "get-without-key": {
    title: "shows one animal to anyone who sends no key",
    fails: ["AUTH-2", "AUTH-4"],
    warns: ["AUTH-9"],
    idiom: "middleware mounted after the route",
    hooks: openWithoutKey("getPet"),
  },
  "any-key": {
    title: "accepts any bearer token as a key",
    fails: ["AUTH-3", "AUTH-5", "ORDERS-2"],
    idiom: "token present, never verified",
    hooks: () => ({ isKeyKnown: () => true }),
  },
  "any-key-on-list": {
    title: "accepts any bearer token as a key for the list",
    hooks: after("isKeyKnown", (isKnown, _, call) => leadsTo(call, "listPets") || isKnown),
  },
  "any-key-on-get": {
    title: "accepts any bearer token as a key for reading one animal",
    hooks: after("isKeyKnown", (isKnown, _, call) => leadsTo(call, "getPet") || isKnown),
  },
  "any-key-on-create": {
    title: "accepts any bearer token as a key for adding an animal",
    fails: ["AUTH-3", "AUTH-5"],
    hooks: after("isKeyKnown", (isKnown, _, call) => leadsTo(call, "createPet") || isKnown),
  },
  "key-begins-alike": {
    title: "accepts a key with characters added at its end",
    profile: "thorough",
    idiom: "startsWith in place of equality",
    hooks: () => ({ isKeyKnown: (key, call) => [...call.state.keys].some((known) => key.startsWith(known)) }),
  },
  "key-cut-off": {
    title: "accepts a key whose last characters are missing",
    profile: "thorough",
    idiom: "comparison over the shorter length",
    hooks: replaced("isKeyKnown", (key, call) =>
      [...call.state.keys].some((known) => key.length > 3 && known.startsWith(key)),
    ),
  },
  "key-in-any-case": {
    title: "accepts a key in another case",
    profile: "thorough",
    idiom: "case-insensitive collation of the key column",
    hooks: replaced("isKeyKnown", (key, call) =>
      [...call.state.keys].some((known) => known.toLowerCase() === key.toLowerCase()),
    ),
  },
  "empty-token": {
    title: "lets a bearer scheme without a token pass",
    idiom: "looks only for the header",
    hooks: letsIn((header) => /^bearer *$/i.test(header ?? "")),
  },
  "empty-authorization": {
    title: "lets a request with an empty Authorization header pass",
    profile: "thorough",
    idiom: "the header is compared with undefined alone, and a falsy value skips the check",
    hooks: letsIn((header) => header === ""),
  },
  "basic-scheme": {
    title: "lets any request with the Basic scheme pass",
    warns: ["AUTH-8"],
    idiom: "second login scheme left without a check",
    hooks: letsIn((header = "") => header.startsWith("Basic ")),
  },
  "first-key-opens-all": {
    title: "lets every request pass once one valid key was seen",
    fails: ["AUTH-2", "AUTH-3", "AUTH-4", "AUTH-5", "ORDERS-2"],
    warns: ["AUTH-9"],
    idiom: "current user in a module variable",
    hooks: keeping("isAuthenticated", { signedIn: false }, (kept, correctly, call) => {
      kept.signedIn ||= correctly(call);
      return kept.signedIn;
    }),
  },
  "cache-ignores-key": {
    title: "serves an address that was served once to anyone",
    fails: ["AUTH-2", "AUTH-3", "AUTH-4", "ORDERS-2"],
    idiom: "shared cache that does not vary by Authorization",
    hooks: servingFromCache(({ request }) => request.method === "GET"),
  },
  "reads-cached-for-all": {
    title: "answers anyone with a pet that was read with the key",
    fails: ["AUTH-2", "AUTH-3", "AUTH-4"],
    idiom: "cache of one route in front of the guard",
    hooks: servingFromCache((call) => leadsTo(call, "getPet")),
  },
  "forbidden-not-unauthorized": {
    title: "answers 403 where the key is missing or invalid",
    fails: ["AUTH-2", "AUTH-3", "AUTH-4", "ORDERS-2"],
    warns: ["AUTH-9"],
    idiom: "403 in place of 401",
    hooks: rejecting(() => true, 403, "Forbidden"),
  },
  "forbidden-for-wrong-key": {
    title: "answers 403 where the key is wrong, 401 where there is none",
    fails: ["AUTH-3", "ORDERS-2"],
    idiom: "authentication taken for authorization",
    hooks: rejecting((call) => call.hooks.readCredential(call) !== undefined, 403, "Forbidden"),
  },
  "missing-key-is-400": {
    title: "answers 400 where there is no key",
    fails: ["AUTH-2", "AUTH-4", "ORDERS-2"],
    warns: ["AUTH-9"],
    idiom: "Authorization validated as a required parameter",
    hooks: rejecting((call) => authorization(call) === undefined, 400, "Authorization is required"),
  },
  "login-redirect": {
    title: "sends requests without a valid key to a login page",
    fails: ["AUTH-2", "AUTH-3", "AUTH-4", "ORDERS-2"],
    warns: ["AUTH-9"],
    idiom: "browser sign-in in front of an API",
    hooks: replaced("unauthorized", () => emptyResponse(302, [["Location", "/login"]])),
  },
  "unauthorized-with-200": {
    title: "answers 200 with an Error body where there is no valid key",
    fails: ["AUTH-2", "AUTH-3", "AUTH-4", "ORDERS-2"],
    warns: ["AUTH-9"],
    idiom: "always 200, the truth in the body",
    hooks: replaced("unauthorized", (call) =>
      jsonResponse(200, call.hooks.errorBody(401, "Unauthorized", call), call),
    ),
  },
  "hides-pets-from-strangers": {
    title: "answers 404 for a pet where there is no valid key",
    fails: ["AUTH-2", "AUTH-3", "AUTH-4"],
    warns: ["AUTH-9"],
    idiom: "404 in place of 401 to hide what exists",
    hooks: after("unauthorized", (answer, call) =>
      leadsTo(call, "getPet") ? call.hooks.petNotFound(call) : answer,
    ),
  },
  "create-refuses-the-key": {
    title: "rejects on creation the key with which it lists",
    fails: ["AUTH-1", "CREATE-1"],
    idiom: "scopes that no one documented",
    hooks: () => ({ createPet: (call) => call.hooks.unauthorized(call) }),
  },
  "get-refuses-the-key": {
    title: "rejects where one pet is read the key with which it lists",
    fails: ["AUTH-1", "GET-1"],
    hooks: () => ({ getPet: (call) => call.hooks.unauthorized(call) }),
  },
});
