import type { Exchange } from "../exchange/exchange.ts";
import { type Answered, answeredWith, type Facts, isAnswered } from "./facts.ts";

/** A request with a key that is not the valid one, nor made from it. */
export function isInvalidKey({ request: { credential } }: Exchange): boolean {
  return credential.kind === "other" && !credential.secret;
}

/** True of an answer to the valid key that says nothing against the key. */
export function isKeyServed(exchange: Exchange): boolean {
  const { credential } = exchange.request;
  return credential.kind === "valid" && isAnswered(exchange) && !answeredWith(exchange, 401, 403, 429);
}

/**
 * A 429 to the very first invalid key that is judged as a wrong status (ruling 14): the same request got 429 again, and
 * the valid key was served before it, between the two, and after.
 */
export function isRefusedFromTheFirst(answer: Answered, { exchanges }: Facts): boolean {
  const first = exchanges.find(isInvalidKey);
  if (first === undefined || first.id !== answer.id || !answeredWith(first, 429)) return false;
  const again = exchanges.find((e) => e.id > first.id && isInvalidKey(e) && isSame(e, first));
  if (again === undefined || !answeredWith(again, 429)) return false;
  const served = exchanges.filter(isKeyServed);
  return (
    served.some((e) => e.endedAtMs <= first.sentAtMs) &&
    served.some((e) => e.sentAtMs >= first.endedAtMs && e.endedAtMs <= again.sentAtMs) &&
    served.some((e) => e.sentAtMs >= again.endedAtMs)
  );
}

function isSame({ request: a }: Exchange, { request: b }: Exchange): boolean {
  const value = ({ credential }: typeof a) => (credential.kind === "other" ? credential.value : undefined);
  return a.path === b.path && value(a) === value(b);
}
