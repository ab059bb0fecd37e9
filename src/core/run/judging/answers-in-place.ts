import { type Answered, answeredWith, type Facts, isAnswered } from "#core/check/facts.ts";
import { bodyOf, jsonOf, textOf } from "#core/check/json-body.ts";
import type { FirstAnswers, Looks, RootCause } from "#core/check/results/cause.ts";
import { answerInWords } from "#core/check/results/words.ts";
import type { Preflight } from "#core/check/suite.ts";
import type { OperationId } from "#core/contract/operations.ts";
import { recorded } from "#core/contract/recorded.ts";
import { type Exchange, headerValue, isAfter, isSafe } from "#core/exchange/exchange.ts";
import type { RunFacts } from "../journal/trace.ts";

/** What the preflight sent: the list and the create that it begins with, and a list without the key. */
interface FirstExchanges {
  readonly list: Exchange | undefined;
  /** Undefined where none may be sent. */
  readonly create: Exchange | undefined;
  /** Sent only where the others were not answered like the service. */
  readonly withoutKey: Exchange | undefined;
}

/**
 * The cause of a run that something other than the service answered (ruling 42): neither the first list, nor the
 * first create, nor any other request was answered as the service would.
 */
export function causeInFront(
  first: FirstExchanges,
  preflight: Preflight,
  facts: Facts,
): RootCause | undefined {
  const { list, create, withoutKey } = first;
  if (list === undefined || !isAnswered(list)) return undefined;
  const looks = isConstant(first) ? "constant" : looksOf(list, facts);
  if (looks === undefined) return undefined;
  if (looks !== "constant" && create !== undefined && !isInFront(create, facts)) return undefined;
  if (withoutKey !== undefined && showsTheService(withoutKey, looks, preflight, facts)) return undefined;
  const [location, address] = [locationOf(list), addressFor(looks, facts.setting.baseUrl)];
  const saysOfItself = saysOfItselfIn(list);
  return {
    kind: "in-front",
    looks,
    ...firstAnswers(list, create),
    ...(address !== undefined && { address }),
    ...(location !== undefined && { location }),
    ...(saysOfItself.length > 0 && { saysOfItself }),
    exchange: list.id,
  };
}

/** Both, where the create was answered too. */
export function firstAnswers(list: Answered, create: Exchange | undefined): FirstAnswers {
  const first = (one: Answered) => ({
    request: `${one.request.method} ${one.request.path}`,
    answer: answerInWords(one),
  });
  return { list: first(list), create: create && isAnswered(create) ? first(create) : undefined };
}

/** True for an answer that the service does not give to a list or a create, whatever is wrong with it. */
export function isInFront(exchange: Exchange | undefined, facts: Facts): boolean {
  return exchange !== undefined && isAnswered(exchange) && looksOf(exchange, facts) !== undefined;
}

function looksOf(answer: Answered, facts: Facts): Looks | undefined {
  const { status } = answer.outcome.answer;
  const location = locationOf(answer);
  if (status >= 400 && isBeyondVersion(facts)) return "beyond-version";
  if (status === 407) return "proxy-credentials";
  if (status === 401) return asksForOthers(answer, facts) ? "other-credentials" : undefined;
  if (status === 429) return undefined;
  if (isRedirect(status)) return isSignIn(location) ? "sign-in" : "redirect";
  // The list and the create always exist: whatever answers 404 or 405 to them is not the service.
  if (status === 404 || status === 405)
    return /\/v[0-9]+\/?$/.test(facts.setting.baseUrl.pathname) ? "wrong-path" : "no-version";
  if (status >= 500 && status < 600) return isOutage(answer, facts) ? "outage" : "failing";
  if (status === 400 && isPlainHttpRefused(answer, facts)) return "wants-https";
  if (isPage(answer) && isSignInPage(answer)) return "sign-in";
  if (status === 403 && !hasErrorBody(answer, facts)) return "forbidden";
  if (isPage(answer)) return "page";
  return status >= 400 && status < 500 && !hasErrorBody(answer, facts) ? "refusal" : undefined;
}

/** An answer of a gateway that cannot reach the service, or of a service that fails before its own code runs. */
function isOutage(exchange: Exchange, facts: Facts): boolean {
  return answeredWith(exchange, 502, 503, 504) && !hasErrorBody(exchange, facts);
}

/**
 * True for an answer that may come from something other than the service, to a right request with the key. The first
 * list is then sent again, and decides (rulings 31, 42). A 429 is left out: it has a rule of its own.
 */
export function mayBeGone(exchange: Exchange, list: OperationId, facts: Facts): boolean {
  if (exchange.request.credential.kind !== "valid" || !isAnswered(exchange)) return false;
  if (isOutage(exchange, facts)) return true;
  if (exchange.outcome.answer.status === 429) return false;
  const { operation, findings } = facts.contract.classify(exchange.request);
  return operation === list && recorded(findings).allowed && isFrontPage(exchange);
}

function isFrontPage(answer: Answered): boolean {
  const { status } = answer.outcome.answer;
  return isPage(answer) || isRedirect(status) || status === 404;
}

/** A 304 is no redirect: it leads nowhere, and no conditional request was sent. */
function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

/**
 * What a service that is gone did not answer: all requests since its last answer, or in flight at that moment.
 * `outage`: the same without a write that it accepted and lost. That one is a finding (ruling 26): it may have ended
 * the service.
 */
export function sinceItsLastAnswer(facts: RunFacts) {
  const isLost = (e: Exchange) => !isAnswered(e) || isOutage(e, facts) || isFrontPage(e);
  const last = facts.exchanges.findLast((e) => !isLost(e));
  const lost = facts.exchanges.filter(
    (e) => isLost(e) && (last === undefined || e.id > last.id || !isAfter(last, e)),
  );
  return { after: last?.id ?? 0, outage: lost.filter((e) => !isLostWrite(e)) };
}

/** A write has a connection of its own, so the end of an idle connection cannot be the reason that it got no answer. */
function isLostWrite({ request, outcome }: Exchange): boolean {
  if (isSafe(request) || outcome.kind !== "failure") return false;
  const { kind, phase } = outcome.failure;
  return phase !== "connect" && (kind === "reset" || kind === "closed" || kind === "truncated");
}

/**
 * True for a list, and for a 401 of the service. There are two exceptions: a service may check the key first at every
 * address, and a gateway may check it for a service that is down.
 */
function showsTheService(exchange: Exchange, looks: Looks, { isService }: Preflight, facts: Facts): boolean {
  if (!isAnswered(exchange)) return false;
  if (answeredWith(exchange, 200)) return isService(exchange);
  if (looks === "constant" || looks === "other-credentials") return false;
  const isAsked = !["beyond-version", "wrong-path", "no-version", "outage"].includes(looks);
  return isAsked && answeredWith(exchange, 401) && hasErrorBody(exchange, facts);
}

/** True of a body that the document allows for errors of this operation. */
function hasErrorBody(answer: Answered, { contract }: Facts): boolean {
  const [body, { operation = "" }] = [jsonOf(answer), contract.classify(answer.request)];
  const schema = contract.operations.get(operation)?.refusal;
  return body !== undefined && (schema === undefined || schema.validate(body).length === 0);
}

/** JSON is no page, though many servers label it as one by default. */
function isPage(answer: Answered): boolean {
  if (jsonOf(answer) !== undefined) return false;
  const label = headerValue(answer.outcome.answer.headers, "content-type") ?? "";
  const begin = bodyOf(answer).text.slice(0, 200);
  return label.toLowerCase().includes("html") || /^\s*<(!doctype html|html)\b/i.test(begin);
}

/** A page with a form in which a person signs in, or with a title that says so. */
function isSignInPage(answer: Answered): boolean {
  const text = bodyOf(answer).text.slice(0, 100_000);
  const title = /<title\b[^>]{0,200}>[^<]{0,200}\b(?:log|sign)[ -]?(?:in|on)\b/i;
  return title.test(text) || /<input\b[^>]{0,500}\btype\s*=\s*["']?password\b/i.test(text);
}

/** True of the answer that nginx, Apache and Go give to plain http on a TLS port. */
function isPlainHttpRefused(answer: Answered, { setting }: Facts): boolean {
  const wants =
    /plain HTTP request was sent to HTTPS port|speaking plain HTTP to an SSL|HTTP request to an HTTPS server/i;
  return setting.baseUrl.protocol === "http:" && wants.test(bodyOf(answer).text.slice(0, 2000));
}

/** A path of the document follows the version segment already: `…/v1/things`. */
function isBeyondVersion({ setting: { baseUrl }, contract }: Facts): boolean {
  const [, path] = /\/v[0-9]+(\/.+?)\/?$/.exec(baseUrl.pathname) ?? [];
  return path !== undefined && contract.classify({ method: "GET", path }).operation !== undefined;
}

/** A 401 that is not the service's: its challenge names another scheme than Bearer, or it is a page. */
function asksForOthers(answer: Answered, facts: Facts): boolean {
  const challenge = headerValue(answer.outcome.answer.headers, "www-authenticate");
  const isOther = challenge === undefined ? isPage(answer) : !/(^|,)\s*bearer\b/i.test(challenge);
  return isOther && !hasErrorBody(answer, facts);
}

/** True for a flat object without an id, which a health check or a stub may answer to everything. */
export function mayBeConstant(list: Exchange | undefined): boolean {
  const body = list !== undefined && answeredWith(list, 200) ? jsonOf(list) : undefined;
  if (body?.kind !== "object" || body.members.length === 0) return false;
  return body.members.every(
    ({ name, value: { kind } }) => name !== "id" && kind !== "array" && kind !== "object",
  );
}

function isConstant({ list, create, withoutKey }: FirstExchanges): boolean {
  const others = [create, withoutKey].filter((e) => e !== undefined);
  return mayBeConstant(list) && others.length > 0 && others.every((e) => textOf(e) === textOf(list));
}

const longestSaid = 120;

/** What the answer says about who sent it: challenge, Server, page title; as the target wrote them. */
function saysOfItselfIn(answered: Answered): readonly string[] {
  const { answer } = answered.outcome;
  const of = (name: string) => headerValue(answer.headers, name)?.slice(0, longestSaid);
  const title = /<title[^>]*>([^<]*)</i.exec(bodyOf(answered).text.slice(0, 4000))?.[1]?.trim() ?? "";
  const challenge = of(answer.status === 407 ? "proxy-authenticate" : "www-authenticate");
  const server = of("server");
  return [
    ...(challenge === undefined ? [] : [`asks for ${challenge}`]),
    ...(server === undefined ? [] : [`Server ${server}`]),
    ...(title === "" || title.length > longestSaid ? [] : [`title "${title}"`]),
  ];
}

function addressFor(looks: Looks, { href }: URL): string | undefined {
  if (looks === "beyond-version") return href.replace(/(\/v[0-9]+)\/.*$/, "$1");
  if (looks === "no-version") return `${href.replace(/\/$/, "")}/v1`;
  return looks === "wants-https" ? href.replace(/^http:/, "https:") : undefined;
}

const signInWords =
  /(^|[^a-z])(log-?(in|on)|sign-?in|auth|authorize|authentication|oauth2?|sso|saml2?|idp|accounts?)([^a-z]|$)/i;

function isSignIn(location: string | undefined): boolean {
  return location !== undefined && signInWords.test(location.replace(/^https?:\/\//i, ""));
}

const longestLocation = 200;

/** The Location without its query, which may hold session data. */
function locationOf(answer: Answered): string | undefined {
  const [location] = headerValue(answer.outcome.answer.headers, "location")?.split(/[?#]/) ?? [];
  return location?.slice(0, longestLocation);
}
