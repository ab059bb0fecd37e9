import type { WireExchange } from "../core/exchange/wire-exchange.ts";
import { shortestAnywhere } from "../core/secrets/redact.ts";
import { type Mark, markInBody, markInHeaders, markInText } from "./credential-places.ts";

/** The member of an Error, which the interface gives that name: what it has in an answer is no secret. */
const isOfError = (name: string): boolean => name === "code";
const isNone = (): boolean => false;

/**
 * The same exchange with a mark in the place of each credential, where its name says that it is one. Bodies are read as
 * they are: their content codings have to be undone.
 */
export function withMarks(exchange: WireExchange, mark: Mark): WireExchange {
  const { headers, target, body, outcome } = exchange;
  const request = {
    ...exchange,
    headers: markInHeaders(headers, mark),
    target: markInText(target, mark),
    body: markInBody(body, mark, isNone),
  };
  if (outcome.kind === "failure") return request;
  const answer = {
    ...outcome,
    headers: markInHeaders(outcome.headers, mark),
    body: markInBody(outcome.body, mark, isOfError),
  };
  return { ...request, outcome: answer };
}

/** Words of the interface, which occur in every pet: they are not redacted even where one is a password. */
const known = new Set(["available"]);

/** All that an exchange holds to authenticate, as far as it can be looked for elsewhere. */
export function credentialsIn(exchange: WireExchange): readonly string[] {
  const found = new Set<string>();
  withMarks(exchange, (secret) => {
    found.add(secret);
    return secret;
  });
  return lookedFor([...found]);
}

/** To look for more, in all its forms, would take too long. A key has at most some thousand characters. */
const mostLookedFor = 8000;

/** Of what was marked, that for which other places are searched: what is short, or a number, may be anything there. */
export function lookedFor(marked: readonly string[]): readonly string[] {
  let left = mostLookedFor;
  return marked
    .flatMap((secret) => (secret.length > left ? [] : [secret, ...passwordIn(secret)]))
    .filter((secret) => {
      if (secret.length < shortestAnywhere || /^[-+.\d]+$/.test(secret) || known.has(secret)) return false;
      left -= secret.length;
      return left >= 0;
    });
}

/** The password of basic authentication, which is written as base64 of `user:password`. */
function passwordIn(word: string): readonly string[] {
  const [, password] = /^[^:\p{Cc}]*:([^\p{Cc}]+)$/u.exec(Buffer.from(word, "base64").toString("utf8")) ?? [];
  return password === undefined || password.includes("\ufffd") ? [] : [password];
}
