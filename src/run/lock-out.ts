import type { Exchange, RequestSpec } from "../exchange/exchange.ts";
import { answeredWith } from "./facts.ts";
import type { Omission } from "./omission.ts";
import type { Trace } from "./trace.ts";

/** Tells a lock-out after several wrong keys from a wrong status (ruling 14). */
export interface LockOutWatch {
  /** From then on no request without the valid key is sent. */
  readonly locked: boolean;
  readonly omission: Omission;
  /**
   * Why this answer to a request without the valid key is not judged, where it is a lock-out, or may be one: it, and
   * what was sent to make sure, are then set aside. A 403 may be a wrong status as well, so a request of the same kind
   * that was refused with 401 before is sent once more: still 401 is no lock-out.
   */
  notJudged(
    exchange: Exchange,
    again: (known: RequestSpec) => Promise<Exchange | Omission>,
    trace: Pick<Trace, "setAside">,
  ): Promise<Omission | undefined>;
}

/** Wrong keys refused with 401 before anything else counts as a lock-out. */
const refusedBeforeLockOut = 3;

export function createLockOutWatch(): LockOutWatch {
  const refused: RequestSpec[] = [];
  let locked = false;

  const known = ({ request }: Exchange): RequestSpec | undefined => {
    const reads = refused.filter((r) => r.method === "GET");
    return reads.find((r) => r.credential.kind === request.credential.kind) ?? reads[0];
  };

  const omission: Omission = {
    omitted: "the target locks out after several wrong keys, so no more were sent",
    why: "state",
  };

  return {
    get locked() {
      return locked;
    },
    omission,
    notJudged: async (exchange, again, trace) => {
      if (answeredWith(exchange, 401)) refused.push(exchange.request);
      if (!answeredWith(exchange, 403, 429)) return undefined;
      if (!locked) {
        const request = known(exchange);
        if (refused.length < refusedBeforeLockOut || request === undefined) return undefined;
        if (answeredWith(exchange, 403)) {
          const repeated = await again(request);
          const unknown = whyUnknown(repeated);
          if (unknown !== undefined) {
            trace.setAside(exchange);
            return { omitted: `whether the target locks out could not be told: ${unknown}`, why: "lost" };
          }
          if ("omitted" in repeated || !answeredWith(repeated, 403, 429)) return undefined;
          trace.setAside(repeated);
        }
        locked = true;
      }
      trace.setAside(exchange);
      return omission;
    },
  };
}

function whyUnknown(repeated: Exchange | Omission): string | undefined {
  if ("omitted" in repeated) return repeated.omitted;
  return repeated.outcome.kind === "failure" ? "what was sent to make sure got no answer" : undefined;
}
