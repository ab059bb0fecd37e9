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
   * that was refused with 401 before is sent once more, and then this one: 401 and again 403 are no lock-out. A watch that
   * counts wrong keys in a row forgets them with each right one, so that the 403 is gone when it is sent again.
   */
  notJudged(
    exchange: Exchange,
    again: (request: RequestSpec) => Promise<Exchange | Omission>,
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
        const told = answeredWith(exchange, 403) ? await whether(exchange, request, again, trace) : true;
        if (told === false) return undefined;
        if (told !== true) {
          trace.setAside(exchange);
          return { omitted: `whether the target locks out could not be told: ${told.unknown}`, why: "lost" };
        }
        locked = true;
      }
      trace.setAside(exchange);
      return omission;
    },
  };
}

type Again = (request: RequestSpec) => Promise<Exchange | Omission>;

/** Whether a 403 is a lock-out: by the request that was refused with 401 before, and by its own once more. */
async function whether(
  { request }: Exchange,
  before: RequestSpec,
  again: Again,
  trace: Pick<Trace, "setAside">,
): Promise<boolean | { readonly unknown: string }> {
  const remembered = await again(before);
  if ("omitted" in remembered || remembered.outcome.kind === "failure") return whyUnknown(remembered);
  if (answeredWith(remembered, 403, 429)) {
    trace.setAside(remembered);
    return true;
  }
  const itself = await again(request);
  if ("omitted" in itself || itself.outcome.kind === "failure") return whyUnknown(itself);
  return !answeredWith(itself, 403);
}

function whyUnknown(repeated: Exchange | Omission): { readonly unknown: string } {
  return {
    unknown: "omitted" in repeated ? repeated.omitted : "what was sent to make sure got no answer",
  };
}
