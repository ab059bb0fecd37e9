import { answeredWith } from "../../check/facts.ts";
import { isUnresolved, type Unresolved } from "../../check/unresolved.ts";
import type { Exchange, RequestSpec } from "../../exchange/exchange.ts";
import type { Trace } from "../trace.ts";

/** Tells a lock-out after several wrong keys from a wrong status (ruling 14). */
export interface LockOutWatch {
  /** From then on no request without the valid key is sent. */
  readonly locked: boolean;
  readonly omission: Unresolved;
  /**
   * Why this answer to a request without the valid key is not judged, where it is a lock-out, or may be one: it, and
   * what was sent to make sure, are then set aside. A 403 may be a wrong status as well, so a request of the same kind
   * that was refused with 401 before is sent once more, and then, after one with the right key, this one: 401 and again
   * 403 are no lock-out. What counts wrong keys in a row forgets them with the right one, so that its 403 is gone.
   */
  notJudged(
    exchange: Exchange,
    again: Again,
    trace: Pick<Trace, "setAside">,
  ): Promise<Unresolved | undefined>;
}

/** Wrong keys refused with 401 before a 429 counts as a lock-out. */
const refusedBeforeLockOut = 3;

export function createLockOutWatch(): LockOutWatch {
  const refused: RequestSpec[] = [];
  let locked = false;
  let turn: Promise<unknown> = Promise.resolve();

  const known = ({ request }: Exchange): RequestSpec | undefined => {
    // Some count wrong keys alone: a request without any then tells nothing of one with a wrong one.
    const alike = refused.filter((r) => r.credential.kind === request.credential.kind);
    return alike.find((r) => r.method === "GET") ?? alike[0] ?? refused.find((r) => r.method === "GET");
  };

  const omission: Unresolved = {
    reason: "the target locks out after several wrong keys, so no more were sent",
    kind: "untested",
  };

  const locks = async (
    exchange: Exchange,
    again: Again,
    trace: Pick<Trace, "setAside">,
  ): Promise<boolean | Unknown> => {
    if (locked) return true;
    if (answeredWith(exchange, 429)) locked = refused.length >= refusedBeforeLockOut;
    else {
      const told = await whether(exchange, known(exchange), again, trace);
      if (typeof told !== "boolean") return told;
      locked = told;
    }
    return locked;
  };

  return {
    get locked() {
      return locked;
    },
    omission,
    notJudged: async (exchange, again, trace) => {
      if (answeredWith(exchange, 401)) refused.push(exchange.request);
      if (!answeredWith(exchange, 403, 429)) return undefined;
      // One at a time: what is sent to make sure of one would count against another.
      const told = turn.then(() => locks(exchange, again, trace));
      turn = told.catch(() => undefined);
      const result = await told;
      if (result === false) return undefined;
      trace.setAside(exchange);
      if (result === true) return omission;
      return {
        reason: `whether the target locks out could not be told: ${result.unknown}`,
        kind: "inconclusive",
      };
    },
  };
}

interface Unknown {
  readonly unknown: string;
}

type Again = (request: RequestSpec) => Promise<Exchange | Unresolved>;

/** Whether a 403 is a lock-out: by the request that was refused with 401 before, and by its own behind a right key. */
async function whether(
  { request }: Exchange,
  before: RequestSpec | undefined,
  again: Again,
  trace: Pick<Trace, "setAside">,
): Promise<boolean | Unknown> {
  if (before !== undefined) {
    const remembered = await again(before);
    if (isUnresolved(remembered) || remembered.outcome.kind === "failure") return whyUnknown(remembered);
    if (answeredWith(remembered, 403, 429)) {
      trace.setAside(remembered);
      return true;
    }
  }
  // With the right key just before, what counts wrong keys in a row has begun anew.
  const read = [before, request].find((spec) => spec?.method === "GET");
  if (read !== undefined) await again({ ...read, credential: { kind: "valid" } });
  const itself = await again(request);
  if (isUnresolved(itself) || itself.outcome.kind === "failure") return whyUnknown(itself);
  return !answeredWith(itself, 403);
}

function whyUnknown(repeated: Exchange | Unresolved): Unknown {
  return {
    unknown: isUnresolved(repeated) ? repeated.reason : "what was sent to make sure got no answer",
  };
}
