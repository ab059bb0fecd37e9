import { type Exchange, isAfter, type SentRequest } from "../exchange/exchange.ts";
import { type Answered, answeredWith, type Facts, isAnswered } from "./facts.ts";

/** A name that two requests share if they ask for the same, with the same kind of credential. */
export function requestName({ method, path, query = [], credential }: SentRequest): string {
  return JSON.stringify([method, path, query, credential.kind]);
}

export function isFailed(exchange: Exchange): boolean {
  return isAnswered(exchange) && exchange.outcome.answer.status >= 500;
}

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
 * True of a 429 to the very first invalid key that is judged as a wrong status (ruling 14). The same request got 429
 * again, and the valid key was served before it, between the two, and after.
 */
export function isRefusedFromTheFirst(answer: Answered, { exchanges }: Facts): boolean {
  const first = exchanges.find(isInvalidKey);
  if (first === undefined || first.id !== answer.id || !answeredWith(first, 429)) return false;
  const again = exchanges.find((e) => e.id > first.id && isInvalidKey(e) && isSame(e, first));
  if (again === undefined || !answeredWith(again, 429)) return false;
  const served = exchanges.filter(isKeyServed);
  return (
    served.some((e) => isAfter(first, e)) &&
    served.some((e) => isAfter(e, first) && isAfter(again, e)) &&
    served.some((e) => isAfter(e, again))
  );
}

function isSame({ request: a }: Exchange, { request: b }: Exchange): boolean {
  const value = ({ credential }: typeof a) => (credential.kind === "other" ? credential.value : undefined);
  return a.path === b.path && value(a) === value(b);
}
