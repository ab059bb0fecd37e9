import type { Facts } from "../../check/facts.ts";
import type { Exchange } from "../../exchange/exchange.ts";
import type { Gate } from "../../exchange/pacing/gate.ts";
import { mayBeGone } from "../judging/in-front.ts";

/** Before the re-checks of a service that may be gone: one that is restarted is back by then. */
export const waitsForServiceMs = [0, 1000, 2000, 4000];
/** With so few requests left, a 503 may stand for a 429. */
const fewLeft = 10;

export function mayBeOut(made: Exchange, { rate }: Gate, facts: Facts): boolean {
  const left = rate.lastAnnounced("listPets")?.rate.remaining;
  return (left === undefined || left > fewLeft) && mayBeGone(made, facts);
}

/** What a served re-check clears: the same refusal of the same request says nothing new of the key. */
export function kindOf({ request, outcome }: Exchange): string {
  const status = outcome.kind === "answer" ? outcome.answer.status : 0;
  const path = status === 401 || status === 403 ? request.path : "";
  return `${request.method} ${path} ${status}`;
}
