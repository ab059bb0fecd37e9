import { servers } from "../bed-server.ts";
import type { Call } from "../hooks/call.ts";
import type { Hooks } from "../hooks/hooks.ts";

/** Counts apart what these names tell apart; the window is that of the key, so Reset is the same. */
function countedBy(placeOf: (call: Call) => string) {
  return (correct: Hooks): Partial<Hooks> => {
    const ends = new Map<string, number>();
    return {
      countRequest: (call) => {
        const caller = correct.rateCaller(call);
        return call.state.windows.count(
          `${caller} ${placeOf(call)}`,
          correct.rateLimitFor(call),
          call.nowMs,
          (policy) => {
            const key = `${caller} ${policy.windowMs}`;
            const known = ends.get(key) ?? 0;
            const end = known > call.nowMs ? known : correct.windowEndMs(policy, call);
            ends.set(key, end);
            return end;
          },
        );
      },
    };
  };
}

const free = { plan: "free" } as const;

export default servers({
  "counts-by-address": {
    title: "counts each address apart, with its query",
    fails: ["RATE-8", "RATE-10"],
    warns: ["RATE-7"],
    idiom: "limiter keyed by the URL",
    stage: free,
    hooks: countedBy(({ request }) => `${request.method} ${request.target}`),
  },
  "counts-by-path": {
    title: "counts each path apart, that of each pet too",
    fails: ["RATE-8"],
    warns: ["RATE-7"],
    idiom: "limiter keyed by the path",
    stage: { plan: "pro" },
    hooks: countedBy(({ request, path }) => `${request.method} ${path}`),
  },
  "counts-by-filter": {
    title: "counts lists of each status apart",
    fails: ["RATE-6", "RATE-8"],
    warns: ["RATE-7"],
    idiom: "limiter keyed by the name of a cached query",
    stage: free,
    hooks: countedBy(({ query }) => query.get("status") ?? ""),
  },
  "counts-by-body-size": {
    title: "counts creates by the size of their bodies",
    fails: ["RATE-6", "RATE-8"],
    warns: ["RATE-7"],
    idiom: "limiter keyed by a digest of the request",
    stage: free,
    hooks: countedBy(({ request }) => `${request.method} ${request.body.length}`),
  },
});
