import { alike, type BedServer } from "#reference-server/bed-server.ts";
import { after, counting, keeping, replaced } from "#reference-server/fault-parts.ts";
import { type Call, type Hooks, leadsTo } from "#reference-server/hooks/call.ts";
import { withHeader } from "#reference-server/message.ts";

/** Counts separately for each of these names; the window is that of the key, so Reset is the same. */
function countedBy(placeOf: (call: Call) => string) {
  return keeping("countRequest", new Map<string, number>(), (ends, _, call) => {
    const caller = call.hooks.rateCaller(call);
    return call.state.windows.count(
      `${caller} ${placeOf(call)}`,
      call.hooks.rateLimitFor(call),
      call.nowMs,
      (policy) => {
        const key = `${caller} ${policy.windowMs}`;
        const known = ends.get(key) ?? 0;
        const end = known > call.nowMs ? known : call.hooks.windowEndMs(policy, call);
        ends.set(key, end);
        return end;
      },
    );
  });
}

/** Counts from 0 again with each request for which this holds. */
function countedSince(resets: (call: Call, correct: Hooks) => boolean): BedServer["hooks"] {
  return (correct) => {
    let times = 0;
    return countedBy((call) => {
      if (resets(call, correct)) times += 1;
      return String(times);
    })(correct);
  };
}

function isRejectedList(call: Call, correct: Hooks): boolean {
  if (!leadsTo(call, "listPets")) return false;
  try {
    correct.listPets(call);
    return false;
  } catch {
    return true;
  }
}

const limits = alike({ fails: ["RATE-5"] })({
  "limit-alternates": {
    title: "announces another limit on every second response",
    idiom: "two instances with two configurations",
    hooks: counting("limitValue", (nth, _, { limit }) => String(limit + (nth % 2) * 10)),
  },
  "limit-grows": {
    title: "announces a greater limit with each response",
    hooks: counting("limitValue", (nth, _, { limit }) => String(limit + nth)),
  },
});

const values = alike({ fails: ["RATE-8"], warns: ["RATE-16"] })({
  "remaining-jumps-up": {
    title: "announces the full limit on every fourth response",
    fails: ["RATE-6", "RATE-8"],
    warns: ["RATE-7", "RATE-16"],
    idiom: "a count in each process",
    hooks: replaced("remainingValue", ({ remaining, limit }) =>
      String(remaining % 4 === 0 ? limit : remaining),
    ),
  },
  "remaining-by-operation": {
    title: "counts each operation by itself under one Reset",
    warns: ["RATE-7"],
    fails: [],
    idiom: "limiter declared once a route",
    hooks: after(
      "rateCaller",
      (right, call) => `${right} ${call.route.kind === "operation" ? call.route.operation : call.route.kind}`,
    ),
  },
  "remaining-counts-up": {
    title: "writes the requests served as Remaining",
    fails: ["RATE-6", "RATE-8"],
    warns: ["RATE-7", "RATE-16"],
    idiom: "used in place of remaining",
    hooks: () => ({ remainingValue: ({ remaining, limit }) => String(limit - remaining) }),
  },
  "remaining-constant": {
    title: "always announces the same Remaining",
    idiom: "count that is read but never written",
    hooks: () => ({ remainingValue: ({ limit }) => String(limit - 1) }),
  },
  "remaining-sticks": {
    title: "announces no Remaining below a third of the limit",
    idiom: "count of one process after another took over",
    stage: { plan: "free" },
    hooks: () => ({ remainingValue: ({ remaining, limit }) => String(Math.max(remaining, limit / 3)) }),
  },
  "remaining-frozen-at-limit": {
    title: "always announces the full limit as Remaining",
    hooks: () => ({ remainingValue: ({ limit }) => String(limit) }),
  },
  "remaining-constant-on-create": {
    title: "always announces the same Remaining on creates",
    warns: ["RATE-7", "RATE-16"],
    idiom: "headers of a route that the limiter does not count",
    hooks: replaced("remainingValue", ({ remaining, limit }, call) =>
      String(leadsTo(call, "createPet") ? limit - 1 : remaining),
    ),
  },
});

const counts = alike({ fails: ["RATE-6", "RATE-8", "RATE-10"], warns: ["RATE-7"], stage: { plan: "free" } })({
  "counts-by-address": {
    title: "counts each address apart, with its query",
    idiom: "limiter keyed by the URL",
    hooks: countedBy(({ request }) => `${request.method} ${request.target}`),
  },
  "counts-by-path": {
    title: "counts each path apart, that of each pet too",
    fails: ["RATE-8"],
    idiom: "limiter keyed by the path",
    stage: { plan: "pro" },
    hooks: countedBy(({ request, path }) => `${request.method} ${path}`),
  },
  "counts-by-filter": {
    title: "counts lists of each status apart",
    fails: ["RATE-6", "RATE-8"],
    idiom: "limiter keyed by the name of a cached query",
    hooks: countedBy(({ query }) => query.get("status") ?? ""),
  },
  "counts-by-body-size": {
    title: "counts creates by the size of their bodies",
    fails: ["RATE-8"],
    idiom: "limiter keyed by a digest of the request",
    hooks: countedBy(({ request }) => `${request.method} ${request.body.length}`),
  },
  "create-resets-the-count": {
    title: "counts from 0 again with each create, under the same Reset",
    idiom: "limiter that is cleared where something is saved",
    hooks: countedSince((call) => leadsTo(call, "createPet")),
  },
  "refusal-resets-the-count": {
    title: "counts from 0 again after each request without a valid key, under the same Reset",
    idiom: "counter kept in a session, which a failed sign-in ends",
    hooks: countedSince((call, correct) => !correct.isAuthenticated(call)),
  },
  "rejected-list-resets-the-count": {
    title: "counts from 0 again after each list that is rejected, under the same Reset",
    idiom: "lease of a limiter that an exception drops",
    stage: { plan: { perMinute: 100 } },
    hooks: countedSince((call, correct) => correct.isAuthenticated(call) && isRejectedList(call, correct)),
  },
});

const onErrors = alike({ fails: ["RATE-5"] })({
  "limit-differs-on-errors": {
    title: "announces another limit where a request is rejected",
    idiom: "error pages behind a limiter of their own",
    hooks: replaced("respond", (response) =>
      response.status === 400 ? withHeader(response, "X-RateLimit-Limit", "500") : response,
    ),
  },
});

export default { ...limits, ...values, ...counts, ...onErrors };
