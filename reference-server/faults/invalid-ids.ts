import { servers } from "../bed-server.ts";
import { jsonResponse } from "../hooks/answers.ts";
import { leadsTo } from "../hooks/call.ts";
import { textResponse } from "../message.ts";

const small = { firstId: 1n } as const;

export default servers({
  "text-id-500": {
    title: "fails with 500 for an identifier that is not an integer",
    fails: ["GET-4", "HTTP-2"],
    idiom: "invalid input syntax in the database",
    hooks: (correct) => ({
      parsePetId: (segment, call) => {
        if (!/^-?\d+$/.test(segment)) throw new SyntaxError("invalid input syntax for type bigint");
        return correct.parsePetId(segment, call);
      },
    }),
  },
  "text-id-null": {
    title: "answers 200 with null for an identifier that is not an integer",
    fails: ["GET-4"],
    idiom: "NaN finds nothing",
    hooks: (correct) => ({
      getPet: (call) => (/\/[a-z]+$/.test(call.path) ? jsonResponse(200, null, call) : correct.getPet(call)),
    }),
  },
  "text-id-lists": {
    title: "answers the list for an identifier that is not an integer",
    fails: ["GET-4"],
    idiom: "slug taken for a search",
    hooks: (correct) => ({
      getPet: (call) => (/\/[a-z]+$/.test(call.path) ? call.hooks.listPets(call) : correct.getPet(call)),
    }),
  },
  "text-id-redirects": {
    title: "redirects from an identifier that is not an integer to the list",
    fails: ["GET-4"],
    hooks: (correct) => ({
      getPet: (call) =>
        /\/[a-z]+$/.test(call.path)
          ? { status: 302, headers: [["Location", "/v1/pets"]], body: new Uint8Array() }
          : correct.getPet(call),
    }),
  },
  "text-id-422": {
    title: "answers 422 for an identifier that is not an integer",
    fails: ["GET-4"],
    idiom: "422 in place of 400",
    hooks: (correct) => ({
      getPet: (call) =>
        /^\/v1\/pets\/-?\d+$/.test(call.path)
          ? correct.getPet(call)
          : call.hooks.errorResponse(422, "value is not a valid integer", call, []),
    }),
  },
  "text-after-digits": {
    title: "reads the digits at the beginning of an identifier",
    fails: ["GET-4"],
    idiom: "parseInt",
    stage: small,
    hooks: (correct) => ({
      parsePetId: (segment, call) =>
        correct.parsePetId(/^-?\d+(?=[a-z])/.exec(segment)?.[0] ?? segment, call),
    }),
  },
  "fraction-cut-off": {
    title: "cuts the fraction off an identifier",
    fails: ["GET-4"],
    idiom: "Math.trunc(Number(id))",
    stage: small,
    hooks: (correct) => ({
      parsePetId: (segment, call) => correct.parsePetId(segment.replace(/^(-?\d+)\.\d+$/, "$1"), call),
    }),
  },
  "overflow-500": {
    title: "fails with 500 for an identifier beyond int64",
    fails: ["GET-4", "HTTP-2"],
    idiom: "value out of range for type bigint",
    hooks: (correct) => ({
      parsePetId: (segment, call) => {
        if (/^-?\d{19,40}$/.test(segment) && BigInt.asIntN(64, BigInt(segment)) !== BigInt(segment)) {
          throw new RangeError("out of range for type bigint");
        }
        return correct.parsePetId(segment, call);
      },
    }),
  },
  "overflow-finds-the-last": {
    title: "answers the last pet for an identifier beyond int64",
    fails: ["GET-4"],
    idiom: "conversion that saturates, and a search for the nearest",
    hooks: (correct) => ({
      parsePetId: (segment, call) =>
        /^\d{19,40}$/.test(segment) && BigInt(segment) >= 2n ** 63n
          ? (call.state.store.entries.at(-1)?.pet.id ?? 0n)
          : correct.parsePetId(segment, call),
    }),
  },
  "text-id-html": {
    title: "answers an identifier that is not an integer with the router's HTML page",
    fails: ["ERR-3"],
    idiom: "HTML error page of the router",
    hooks: (correct) => ({
      getPet: (call) =>
        /^\/v1\/pets\/-?\d+$/.test(call.path)
          ? correct.getPet(call)
          : textResponse(404, "text/html", "<!DOCTYPE html><title>Error</title><pre>Cannot GET</pre>"),
    }),
  },
  "bad-id-empty": {
    title: "rejects an identifier that is not an int64 without a body",
    fails: ["ERR-1"],
    hooks: (correct) => ({
      refused: (refusal, call) =>
        leadsTo(call, "getPet") && refusal.status === 400
          ? { status: 400, headers: [], body: new Uint8Array() }
          : correct.refused(refusal, call),
    }),
  },
});
