import { alike } from "#reference-server/bed-server.ts";
import { after, replaced } from "#reference-server/fault-parts.ts";
import { headerValue } from "#reference-server/message.ts";

const schemes = alike({ warns: ["AUTH-8"], profile: "thorough" })({
  "bare-key": {
    title: "accepts the key without the bearer scheme",
    idiom: "replace('Bearer ', '') on the header",
    hooks: after("readCredential", (key, call) => key ?? headerValue(call.request, "authorization")?.trim()),
  },
  "key-in-any-scheme": {
    title: "accepts the key in any authentication scheme",
    idiom: "split(' ')[1] on the header",
    hooks: () => ({ isBearerScheme: () => true }),
  },
  "key-in-other-header": {
    title: "accepts the key in X-API-Key too",
    idiom: "left-over of an earlier scheme",
    hooks: after("readCredential", (key, call) => key ?? headerValue(call.request, "x-api-key")),
  },
  "text-after-key": {
    title: "ignores what follows the key in the header",
    idiom: "split(' ')[1] on the header",
    hooks: replaced(
      "readCredential",
      (call) => /^bearer +(\S+)/i.exec(headerValue(call.request, "authorization") ?? "")?.[1],
    ),
  },
  "upper-case-scheme-only": {
    title: "accepts no scheme name but BEARER and Bearer",
    warns: ["AUTH-7"],
    idiom: "startsWith('Bearer ')",
    hooks: () => ({ isBearerScheme: (scheme) => scheme === "Bearer" || scheme === "BEARER" }),
  },
});

const challenges = alike({ warns: ["AUTH-6"] })({
  "challenge-of-basic": {
    title: "asks for the scheme Basic in its challenge, and names Bearer in the realm alone",
    idiom: "challenge left over from an earlier scheme",
    hooks: () => ({ challengeHeaders: () => [["WWW-Authenticate", 'Basic realm="Bearer token"']] }),
  },
  "no-challenge-for-wrong-key": {
    title: "sends no WWW-Authenticate where the key is wrong",
    hooks: after("challengeHeaders", (right, call) =>
      call.hooks.readCredential(call) === undefined ? right : [],
    ),
  },
});

export default { ...schemes, ...challenges };
