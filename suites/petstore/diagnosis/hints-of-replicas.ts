import { answeredWith, isAnswered } from "#core/check/facts.ts";
import { isRepeatable, requestName } from "#core/check/sent-again.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { idAsked, petIn, petsIn } from "../pets.ts";
import { type Clues, createOf, hints } from "./clues.ts";

/** A created pet that answers to the same request show at one time and not at another. */
export const replicas = hints([
  [
    { requirement: /^(?:LIST-9|LIST-10|GET-1)$/, also: comesAndGoes },
    "Another answer to the same request shows the pet: one of several instances has fallen behind or has a store of its own, or what was stored was lost meanwhile.",
    "Send the request several times, each on a new connection. If the pet comes and goes, have all instances read one store, and leave a replica out as long as it lags; if it never comes back, see what emptied the store.",
  ],
]);

function comesAndGoes({ symptom: { exchange, observation }, facts }: Clues): boolean {
  const asked = idAsked(exchange);
  const create =
    asked === undefined
      ? facts.exchanges.find(({ id }) => id === observation.finding.related[0])
      : createOf(facts, asked);
  const pet = create?.request.method === "POST" ? petIn(create)?.id : undefined;
  if (create === undefined || pet === undefined || !isAnswered(exchange)) return false;
  const answers = facts.exchanges
    .filter((e) => e.id > create.id && isRepeatable(e) && answeredWith(e, 200, 404))
    .filter((e) => requestName(e.request) === requestName(exchange.request));
  const shows = (e: Exchange) =>
    asked === undefined ? petsIn(e)?.some(({ id }) => id === pet) === true : answeredWith(e, 200);
  const first = answers.find(shows);
  const last = answers.findLast(shows);
  if (shows(exchange) || first === undefined || last === undefined || first.id > exchange.id) return false;
  // A read may remove the pet, or a cache may drop it: both explain one that is served first and then no more.
  return asked === undefined || last.id > exchange.id || answers[0] !== first;
}
