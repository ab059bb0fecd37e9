import { alike } from "#reference-server/bed-server.ts";
import { after, replaced } from "#reference-server/fault-parts.ts";
import { headerValue } from "#reference-server/message.ts";

export default alike({ warns: ["AUTH-8"] })({
  "bare-key": {
    title: "accepts the key without the bearer scheme",
    profile: "thorough",
    idiom: "replace('Bearer ', '') on the header",
    hooks: after("readCredential", (key, call) => key ?? headerValue(call.request, "authorization")?.trim()),
  },
  "key-in-any-scheme": {
    title: "accepts the key in any authentication scheme",
    profile: "thorough",
    idiom: "split(' ')[1] on the header",
    hooks: () => ({ isBearerScheme: () => true }),
  },
  "key-in-other-header": {
    title: "accepts the key in X-API-Key too",
    profile: "thorough",
    idiom: "left-over of an earlier scheme",
    hooks: after("readCredential", (key, call) => key ?? headerValue(call.request, "x-api-key")),
  },
  "text-after-key": {
    title: "ignores what follows the key in the header",
    profile: "thorough",
    idiom: "split(' ')[1] on the header",
    hooks: replaced(
      "readCredential",
      (call) => /^bearer +(\S+)/i.exec(headerValue(call.request, "authorization") ?? "")?.[1],
    ),
  },
  "upper-case-scheme-only": {
    title: "accepts no scheme name but BEARER and Bearer",
    warns: ["AUTH-7"],
    profile: "thorough",
    idiom: "startsWith('Bearer ')",
    hooks: () => ({ isBearerScheme: (scheme) => scheme === "Bearer" || scheme === "BEARER" }),
  },
  "challenge-of-basic": {
    title: "asks for the scheme Basic in its challenge, and names Bearer in the realm alone",
    warns: ["AUTH-6"],
    idiom: "challenge left over from an earlier scheme",
    hooks: () => ({ challengeHeaders: () => [["WWW-Authenticate", 'Basic realm="Bearer token"']] }),
  },
  "no-challenge-for-wrong-key": {
    title: "sends no WWW-Authenticate where the key is wrong",
    warns: ["AUTH-6"],
    hooks: after("challengeHeaders", (right, call) =>
      call.hooks.readCredential(call) === undefined ? right : [],
    ),
  },
});
