import { servers } from "../bed-server.ts";
import type { Call } from "../hooks/call.ts";
import { leadsTo } from "../hooks/call.ts";
import type { Hooks } from "../hooks/hooks.ts";

/** From the nth request that `isMeant` names on it rejects all for so many waits of a second; they begin one after the other. */
function rejectsInARow(from: number, times: number, isMeant: (call: Call) => boolean) {
  return (correct: Hooks): Partial<Hooks> => {
    let seen = 0;
    const rejectedAtMs = new Set<number>();
    return {
      authenticate: (call) => {
        const refused = correct.authenticate(call);
        if (refused !== undefined || !isMeant(call)) return refused;
        seen += 1;
        if (seen >= from && rejectedAtMs.size < times) rejectedAtMs.add(call.nowMs);
        if (!rejectedAtMs.has(call.nowMs)) return undefined;
        return call.hooks.errorResponse(429, "Slow down.", call, [["Retry-After", "1"]]);
      },
    };
  };
}

export default servers({
  "wait-never-long-enough": {
    title:
      "once answers 429 five times in a row, though each wait that it asks for is kept, long before the limit",
    fails: ["RATE-14"],
    warns: ["RATE-13", "RATE-15", "RATE-16"],
    idiom: "second limiter that each rejected request extends",
    hooks: rejectsInARow(30, 5, () => true),
  },
  "creates-wait-never-long-enough": {
    title: "answers 429 to a create four times in a row, though each wait that it asks for is kept",
    fails: ["RATE-14"],
    warns: ["RATE-13", "RATE-15", "RATE-16"],
    idiom: "cool-down of writes that is started again by each",
    hooks: rejectsInARow(6, 4, (call) => leadsTo(call, "createPet")),
  },
});
