import { around, counting, keeping, replaced } from "#reference-server/fault-parts.ts";
import { alike } from "../bed-server.ts";
import { headerValue } from "../message.ts";
import { Refusal } from "../refusal.ts";

/** 429 with this Retry-After to some of the requests without a valid key, by their number. */
const limitsWrongKeys = (isLimited: (nth: number) => boolean, retryAfter: string) =>
  counting(
    "authenticate",
    (nth, correctly, call) => {
      if (!isLimited(nth)) return correctly(call);
      return call.hooks.errorResponse(429, "Too many wrong keys.", call, [["Retry-After", retryAfter]]);
    },
    (call) => !call.hooks.isAuthenticated(call),
  );

export default alike({ ruling: [14] })({
  "bearer-in-one-case": {
    title: "takes the scheme's name as Bearer alone",
    warns: ["AUTH-7"],
    profile: "thorough",
    hooks: () => ({ isBearerScheme: (scheme) => scheme === "Bearer" }),
  },
  "malformed-keys-400": {
    title: "answers 400 where the header holds what no bearer token can be (RFC 6750, 2.1)",
    hooks: around("unauthorized", (correctly, call) => {
      const header = headerValue(call.request, "authorization") ?? "Bearer";
      return /^bearer( [\w.~+/-]+=*)?$/i.test(header) || /^basic/i.test(header)
        ? correctly(call)
        : call.hooks.errorResponse(400, "The Authorization header is malformed.", call, []);
    }),
  },
  "no-challenge": {
    title: "sends no WWW-Authenticate",
    warns: ["AUTH-6"],
    hooks: () => ({ challengeHeaders: () => [] }),
  },
  "challenge-with-error": {
    title: "says in its challenge what is wrong (RFC 6750, 3.1)",
    hooks: replaced("challengeHeaders", () => [
      ["www-authenticate", 'bearer realm="pets, all of them", error="invalid_token"'],
    ]),
  },
  "two-challenges": {
    title: "offers another scheme besides Bearer",
    hooks: replaced("challengeHeaders", () => [
      ["WWW-Authenticate", 'Basic realm="pets"'],
      ["WWW-Authenticate", 'Bearer realm="pets"'],
    ]),
  },
  "bare-key-taken": {
    title: "accepts the key in any scheme",
    warns: ["AUTH-8"],
    profile: "thorough",
    hooks: () => ({ isBearerScheme: () => true }),
  },
  "locks-out": {
    title: "answers 429 after five wrong keys in a row",
    hooks: keeping("authenticate", { wrongInARow: 0 }, (kept, _, call) => {
      if (call.hooks.isAuthenticated(call)) {
        kept.wrongInARow = 0;
        return undefined;
      }
      if (call.hooks.readCredential(call) === undefined) return call.hooks.unauthorized(call);
      kept.wrongInARow += 1;
      if (kept.wrongInARow <= 5) return call.hooks.unauthorized(call);
      return call.hooks.errorResponse(429, "Too many wrong keys.", call, [["Retry-After", "30"]]);
    }),
  },
  "locks-out-for-long": {
    title: "answers 429 for a quarter of an hour after four wrong keys",
    untested: ["AUTH-2", "AUTH-3", "AUTH-4", "AUTH-5", "ERR-2", "ORDERS-2"],
    hooks: limitsWrongKeys((nth) => nth > 4, "900"),
  },
  "limits-bursts": {
    title: "answers the fifth wrong key 429 for a second, as a limit of bursts does",
    ruling: [14, 21],
    hooks: limitsWrongKeys((nth) => nth === 5, "1"),
  },
  "locks-out-early": {
    title: "answers 403 from the fourth wrong key on, until the right one comes",
    hooks: keeping("authenticate", { wrong: 0 }, (kept, correctly, call) => {
      kept.wrong = call.hooks.isAuthenticated(call) ? 0 : kept.wrong + 1;
      if (kept.wrong > 3) throw new Refusal(403, "Too many wrong keys.");
      return correctly(call);
    }),
  },
  "locks-out-with-403": {
    title: "answers 403 after five wrong keys in a row",
    hooks: keeping("authenticate", { wrongInARow: 0 }, (kept, correctly, call) => {
      const wrong = !call.hooks.isAuthenticated(call) && call.hooks.readCredential(call) !== undefined;
      kept.wrongInARow = wrong ? kept.wrongInARow + 1 : 0;
      if (kept.wrongInARow > 5) throw new Refusal(403, "Too many wrong keys.");
      return correctly(call);
    }),
  },
});
