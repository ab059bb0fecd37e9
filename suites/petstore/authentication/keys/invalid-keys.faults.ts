import { alike } from "#reference-server/bed-server.ts";
import { around, crashing, made } from "#reference-server/fault-parts.ts";
import { type Call, leadsTo } from "#reference-server/hooks/call.ts";
import { headerValue } from "#reference-server/message.ts";

const authorization = (call: Call): string => headerValue(call.request, "authorization") ?? "";

const token = (call: Call): string => /^bearer (.+)$/i.exec(authorization(call))?.[1] ?? "";

/** Lets in whoever sends such a token. */
const opensTo = (isTaken: (token: string, call: Call) => boolean) =>
  around("isAuthenticated", (correctly, call) => correctly(call) || isTaken(token(call), call));

/** Fails with an error on such a header. */
const failsOn = (isTooMuch: (header: string) => boolean) =>
  around("authenticate", (correctly, call) => {
    if (isTooMuch(authorization(call))) throw new TypeError("cannot be compared");
    return correctly(call);
  });

export default alike({ fails: ["AUTH-3"] })({
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
    hooks: made("authenticate", (correct) => {
      const seen = new Set<string>();
      return (call) => {
        if (seen.has(token(call))) return undefined;
        const refused = correct.authenticate(call);
        if (refused !== undefined && token(call) !== "") seen.add(token(call));
        return refused;
      };
    }),
  },
  "no-key-the-second-time": {
    title: "serves a list to whoever asks for it a second time without a key",
    fails: ["AUTH-2", "AUTH-3"],
    warns: ["AUTH-8"],
    profile: "thorough",
    idiom: "session of a guest made by the first answer",
    hooks: made("authenticate", (correct) => {
      const asked = new Set<string>();
      return (call) => {
        const { target } = call.request;
        if (authorization(call) !== "" || !leadsTo(call, "listPets")) return correct.authenticate(call);
        if (asked.has(target)) return undefined;
        asked.add(target);
        return correct.authenticate(call);
      };
    }),
  },
  "any-key-with-a-filter": {
    title: "accepts any bearer token as a key where a status is asked for",
    fails: ["AUTH-3", "AUTH-4"],
    profile: "thorough",
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
