import { alike } from "#reference-server/bed-server.ts";
import { after, again, crashing, keeping, made } from "#reference-server/fault-parts.ts";
import { type Call, leadsTo } from "#reference-server/hooks/call.ts";
import { headerValue } from "#reference-server/message.ts";

const authorization = (call: Call): string => headerValue(call.request, "authorization") ?? "";

const token = (call: Call): string => /^bearer (.+)$/i.exec(authorization(call))?.[1] ?? "";

/** Lets in whoever sends such a token. */
const opensTo = (isTaken: (token: string, call: Call) => boolean) =>
  after("isAuthenticated", (right, call) => right || isTaken(token(call), call));

/** Lets in whom it has refused under the same name before; nobody has an empty one. */
const opensAtSecondTry = (nameOf: (call: Call) => string) =>
  again(
    "authenticate",
    (refused, call) => (refused && nameOf(call)) || undefined,
    () => undefined,
  );

/** Fails with an error on such a header. */
const failsOn = (isTooMuch: (header: string) => boolean) =>
  crashing("authenticate", (call) => isTooMuch(authorization(call)));

/** After an invalid key, one operation refuses everything for so long, even the valid key. */
function refusesAfterWrongKey(
  forMs: number,
  operation: "listPets" | "getPet",
  isMeant: (hasToken: boolean) => boolean,
) {
  return keeping("authenticate", { untilMs: Number.NEGATIVE_INFINITY }, (kept, _, call) => {
    if (call.hooks.isAuthenticated(call))
      return call.nowMs < kept.untilMs && leadsTo(call, operation)
        ? call.hooks.unauthorized(call)
        : undefined;
    if (isMeant(call.hooks.readCredential(call) !== undefined)) kept.untilMs = call.nowMs + forMs;
    return call.hooks.unauthorized(call);
  });
}

/** What is wrong with an invalid key, or with what comes after it. */
export default alike({ fails: ["AUTH-3"] })({
  "refusal-cached-by-address": {
    title: "answers 401 to anyone who lists at an address that an invalid key asked for",
    fails: ["AUTH-1", "LIST-1"],
    warns: ["AUTH-7"],
    idiom: "401 cached without regard to Authorization",
    hooks: keeping("authenticate", new Set<string>(), (refused, correctly, call) => {
      const { target } = call.request;
      const answer = correctly(call);
      if (!leadsTo(call, "listPets")) return answer;
      if (answer !== undefined && call.hooks.readCredential(call) !== undefined) refused.add(target);
      return refused.has(target) ? call.hooks.unauthorized(call) : answer;
    }),
  },
  "creates-unauthorized-after-wrong-key": {
    title: "answers 401 to the creates that follow one with an invalid key",
    fails: ["AUTH-1", "CREATE-1", "CREATE-5", "CREATE-6", "CREATE-7", "CREATE-9"],
    idiom: "outcome of the last check kept by the route",
    hooks: keeping("authenticate", { refused: false }, (kept, correctly, call) => {
      const answer = correctly(call);
      if (!leadsTo(call, "createPet")) return answer;
      kept.refused ||= answer !== undefined && call.hooks.readCredential(call) !== undefined;
      return kept.refused ? call.hooks.unauthorized(call) : undefined;
    }),
  },
  "key-known-at-second-try": {
    title: "accepts an invalid key when it comes again",
    idiom: "session stored before the key is checked",
    hooks: keeping("isKeyKnown", new Map<string, Call>(), (firstCalls, correctly, key, call) => {
      if (!firstCalls.has(key)) firstCalls.set(key, call);
      return firstCalls.get(key) !== call || correctly(key, call);
    }),
  },
  "list-opens-at-second-try": {
    title: "lists for an invalid key that was refused there before",
    idiom: "cached outcome read as a boolean",
    hooks: opensAtSecondTry((call) => (leadsTo(call, "listPets") ? token(call) : "")),
  },
  "first-wrong-key-forbidden": {
    title: "answers 403 to the first invalid key, 401 from then on",
    idiom: "status that depends on what is cached",
    hooks: keeping("unauthorized", { seen: false }, (kept, correctly, call) => {
      const first = !kept.seen && call.hooks.readCredential(call) !== undefined;
      kept.seen ||= first;
      return first ? call.hooks.errorResponse(403, "Forbidden", call, []) : correctly(call);
    }),
  },
  "wrong-keys-limited-from-the-first": {
    title: "answers 429 to every invalid key, from the first on",
    idiom: "limit of nothing for unknown keys",
    hooks: after("unauthorized", (answer, call) =>
      call.hooks.readCredential(call) === undefined
        ? answer
        : call.hooks.errorResponse(429, "Too many requests.", call, [["Retry-After", "2"]]),
    ),
  },
  "unauthorized-for-a-second": {
    title: "answers 401 to reads with any key for a second after an invalid one",
    fails: ["AUTH-1", "GET-1", "GET-2", "GET-3", "GET-4"],
    idiom: "outcome of the last check cached without the key",
    hooks: refusesAfterWrongKey(1000, "getPet", (hasToken) => hasToken),
  },
  "unauthorized-after-no-key": {
    title: "answers 401 to lists with any key for two seconds after a request without one",
    fails: ["AUTH-1", "LIST-3"],
    warns: ["AUTH-7"],
    standardOnly: {
      "STATUS-1": "its lists follow sooner on a request without a key than in thorough",
    },
    idiom: "negative cache by address",
    hooks: refusesAfterWrongKey(2000, "listPets", (hasToken) => !hasToken),
  },
  "let-in-after-an-error": {
    title: "accepts a create without a key right after a 404 to the valid key",
    fails: ["AUTH-2", "AUTH-5"],
    idiom: "who is signed in is kept by the thread, and not forgotten where a request ends with an error",
    hooks: made("authenticate", (correct) => {
      let last: Call | undefined;
      const isInVain = (call: Call) =>
        call.route.kind === "operation" &&
        /^[0-9]+$/.test(call.route.petId) &&
        correct.isAuthenticated(call) &&
        correct.findPet(BigInt(call.route.petId), call) === undefined;
      return (call) => {
        const isSignedIn = last !== undefined && isInVain(last);
        last = call;
        const isBare = leadsTo(call, "createPet") && correct.readCredential(call) === undefined;
        return isSignedIn && isBare ? undefined : correct.authenticate(call);
      };
    }),
  },
  "key-is-a-property": {
    title: "accepts as a key what every object inherits",
    fails: ["AUTH-3", "AUTH-5"],
    idiom: "keys[token] on a plain object",
    hooks: opensTo((sent) => sent in {}),
  },
  "token-not-verified": {
    title: "accepts any JSON Web Token that can be decoded",
    idiom: "decode in place of verify",
    hooks: opensTo((sent) => /^eyJ[\w-]*\.eyJ[\w-]*\.[\w-]*$/.test(sent)),
  },
  "key-undefined": {
    title: "accepts the word undefined as a key",
    idiom: "a second key from a variable that is not set",
    hooks: opensTo((sent) => sent === "undefined"),
  },
  "key-null": {
    title: "accepts the word null as a key",
    profile: "thorough",
    idiom: "NULL written into the table of keys as text",
    hooks: opensTo((sent) => sent === "null"),
  },
  "key-object": {
    title: "accepts the text of an object as a key",
    profile: "thorough",
    idiom: "keys stored by String(key) of an object",
    hooks: opensTo((sent) => sent === "[object Object]"),
  },
  "key-by-pattern": {
    title: "accepts a percent sign in place of any key",
    profile: "thorough",
    idiom: "LIKE in place of equality",
    hooks: opensTo((sent) => sent === "%"),
  },
  "key-by-length": {
    title: "accepts any key that is as long as its own",
    idiom: "form of the key validated, and the key never looked up",
    hooks: opensTo((sent, call) => [...call.state.keys].some((key) => key.length === sent.length)),
  },
  "key-known-the-second-time": {
    title: "accepts a key that it has rejected before",
    idiom: "session made before the key is looked at",
    hooks: opensAtSecondTry(token),
  },
  "no-key-the-second-time": {
    title: "serves a list to whoever asks for it a second time without a key",
    fails: ["AUTH-2", "AUTH-3"],
    warns: ["AUTH-8"],
    profile: "thorough",
    idiom: "session of a guest made by the first answer",
    hooks: opensAtSecondTry((call) =>
      authorization(call) === "" && leadsTo(call, "listPets") ? call.request.target : "",
    ),
  },
  "any-key-with-a-filter": {
    title: "accepts any bearer token as a key where a status is asked for",
    fails: ["AUTH-3", "AUTH-4"],
    idiom: "a second handler of the same route",
    hooks: opensTo((sent, call) => sent !== "" && call.query.has("status")),
  },
  "key-of-other-length-500": {
    title: "fails with 500 for a key of another length than any it has",
    fails: ["AUTH-3", "HTTP-2", "ORDERS-2"],
    idiom: "timingSafeEqual of two lengths",
    hooks: crashing("authenticate", (call) => {
      const sent = call.hooks.readCredential(call);
      return sent !== undefined && [...call.state.keys].every((key) => key.length !== sent.length);
    }),
  },
  "long-key-500": {
    title: "fails with 500 for a key longer than its column",
    fails: ["AUTH-3", "HTTP-2"],
    idiom: "value too long for type character varying(255)",
    hooks: failsOn((header) => header.length > 262),
  },
  "quoted-key-500": {
    title: "fails with 500 for a key with a quote",
    fails: ["AUTH-3", "HTTP-2"],
    idiom: "query put together as text",
    hooks: failsOn((header) => header.includes("'")),
  },
  "key-beyond-ascii-500": {
    title: "fails with 500 for a key that is not ASCII",
    fails: ["AUTH-3", "HTTP-2"],
    profile: "thorough",
    idiom: "compare_digest of strings that are not ASCII",
    hooks: failsOn((header) => /[^ -~]/.test(header)),
  },
  "basic-credentials-500": {
    title: "fails with 500 for another scheme than Bearer",
    fails: ["AUTH-3", "HTTP-2"],
    warns: ["AUTH-8"],
    idiom: "the second part of a split that found none",
    hooks: failsOn((header) => header !== "" && !/^bearer /i.test(`${header} `)),
  },
});
