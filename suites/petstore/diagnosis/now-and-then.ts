import { answeredWith, type Facts, isAnswered } from "#core/check/facts.ts";
import { bodyOf } from "#core/check/json-body.ts";
import type { Advice } from "#core/check/results/defect.ts";
import { intermittent, isFailed } from "#core/check/sent-again.ts";
import { isAtOnce, isHardlyChance } from "./clues.ts";

/** The failures that come and go; and where these are 503s, all others that say the same. */
export function failuresNowAndThen(facts: Facts): ReadonlySet<number> {
  const known = intermittent(facts);
  const busy = facts.exchanges.filter((e) => answeredWith(e, 503));
  const texts = new Set(busy.flatMap((e) => (known.has(e.id) ? [bodyOf(e).text] : [])));
  return new Set([...known, ...busy.filter((e) => texts.has(bodyOf(e).text)).map(({ id }) => id)]);
}

/** What failures that are not repeated have in common. */
export function adviceOfIntermittent(facts: Facts): Advice {
  if (followRejections(facts))
    return {
      likelyCause:
        "After each body that is rejected one request fails: the rejected one leaves something behind, such as a transaction that is not rolled back or a connection that is not read to its end.",
      howToFix:
        "Undo in the request itself what it has begun (roll back, give the connection back clean) wherever it is rejected.",
    };
  if (areTheFirst(facts))
    return {
      likelyCause:
        "Only the first requests failed: the server accepts connections before it is ready (a pool, a cache, migrations).",
      howToFix: "Listen only when the first request can be served, or have the first ones wait.",
    };
  if (areAPageOf503(facts))
    return {
      likelyCause:
        "Each failure is the same 503 page, which a gateway writes and not the service: a limit of the gateway's own (limit_req and limit_conn of nginx answer 503 by default), or no instance that is ready at that moment.",
      howToFix:
        "See the gateway's log at the moments of these answers. Have its limit answer 429 with Retry-After and the three X-RateLimit headers, or raise it above the service's own; else see why no instance is ready.",
    };
  if (areWithOthers(facts))
    return {
      likelyCause:
        "Requests fail only while others are under way, whatever they ask for, and none that was sent alone did: there are fewer workers, connections or places in a queue than requests at once.",
      howToFix:
        "Have requests wait for a free worker or connection, or provide more. `concurrency: 1` in the configuration shows whether it is that.",
    };
  return {
    likelyCause:
      "The server fails now and then, whatever it is asked: a dependency or a pool that is not always there, a race, a time-out inside, or one broken instance behind a balancer.",
    howToFix:
      "Look in the server's log for the moments of these answers. One request alone will seldom show it: `rounds: 10` in the configuration plays all of them again.",
  };
}

/** How many failures, each after a rejection of its own, cannot be chance. */
const failuresToShow = 3;

/** How many rejections may be without their failure yet, since requests that run at once overtake each other. */
const mostUnpaired = 4;

/** Rejected bodies and failures take turns, from the first to the last. */
function followRejections({ exchanges }: Facts): boolean {
  const turns = exchanges
    .filter((e) => isAnswered(e) && e.request.credential.kind === "valid")
    .filter((e) => isFailed(e) || (e.request.method === "POST" && answeredWith(e, 400)));
  let unpaired = 0;
  const areTurns = turns.every((e) => {
    unpaired += isFailed(e) ? -1 : 1;
    return unpaired >= 0 && unpaired <= mostUnpaired;
  });
  return areTurns && unpaired <= 1 && turns.filter(isFailed).length >= failuresToShow;
}

function areTheFirst({ exchanges }: Facts): boolean {
  const answered = exchanges.filter(isAnswered);
  const served = answered.findIndex((e) => !isFailed(e));
  return served > 0 && !answered.slice(served).some(isFailed);
}

function areAPageOf503({ exchanges }: Facts): boolean {
  const failed = exchanges.filter(isAnswered).filter(isFailed);
  const bodies = failed.map((e) => (answeredWith(e, 503) ? bodyOf(e) : undefined));
  const texts = new Set(bodies.map((body) => (body?.json?.ok === false ? body.text : "")));
  return texts.size === 1 && !texts.has("");
}

/** No request that was sent alone failed, and so many of the others did that chance does not explain it. */
function areWithOthers({ exchanges }: Facts): boolean {
  const answered = exchanges.filter(isAnswered);
  const drawn = answered.filter((e) => e.inFlight === 1 && !answered.some((other) => isAtOnce(e, other)));
  const marked = answered.filter(isFailed).length;
  return !drawn.some(isFailed) && isHardlyChance({ all: answered.length, marked, drawn: drawn.length });
}

/** How many answers show that requests were served, and half of how many that none is any more. */
const answersToShow = 3;

/** The first of the failures after which nothing is served, whatever is asked for; infinite where there are none. */
export function brokenDownSince({ exchanges, contract }: Facts): number {
  const answered = exchanges.filter(isAnswered);
  const first = answered.findLastIndex((e) => !isFailed(e)) + 1;
  const failed = answered.slice(first);
  const operations = new Set(failed.map(({ request }) => contract.operationAt(request)));
  const isShown = first >= answersToShow && failed.length >= 2 * answersToShow && operations.size > 1;
  return (isShown ? failed[0]?.id : undefined) ?? Number.POSITIVE_INFINITY;
}
