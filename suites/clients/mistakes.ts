import type { Refusal } from "#core/check/clients/client-suite.ts";
import { type ClientExchange, isSameRequest, type Session } from "#core/check/clients/session.ts";
import { recordedLines } from "#core/exchange/exchange.ts";
import { utf8Text } from "#core/json/escape.ts";
import { parseJson } from "#core/json/parse.ts";
import { type JsonNode, member } from "#core/json/read.ts";
import { noWaitMs } from "./retries/tries.checks.ts";
import { codeOf } from "./shared/answers.ts";
import { refusalsIn } from "./shared/refusals.ts";
import { hadCompany, requestsIn } from "./shared/requests.ts";

/** Which mistake a request by which a requirement fails gives away, by its name in the `requirements.yaml`. */
type MistakeOf = (
  request: ClientExchange,
  session: Session,
  related: readonly number[],
) => string | undefined;

/** Names of mistakes, each with what shows it; the first counts. */
type Signs<Seen> = readonly (readonly [name: string, isShownBy: (seen: Seen) => boolean])[];

function mistakeAmong<Seen>(signs: Signs<Seen>, seen: Seen): string | undefined {
  return signs.find(([, isShownBy]) => isShownBy(seen))?.[0];
}

const inTargets: Signs<string> = [
  ["base-replaced", (target) => /^\.\.\/(?:pets|store)(?:[/?]|$)/.test(target)],
  ["two-slashes", (target) => /^[^?]*\/\//.test(target)],
  ["id-not-read", (target) => /^\/pets\/(?:undefined|null|none|nil|nan|\[object%20object\])$/i.test(target)],
  ["another-pet-store", (target) => /^\/pet(?:[/?]|$)|^\/pets\/[A-Za-z]/.test(target)],
  ["another-parameter", (target) => /^\/pets\?/.test(target)],
];

interface SeenBody {
  readonly text: string;
  /** Undefined where it is not JSON. */
  readonly node: JsonNode | undefined;
}

const isNoJsonBut =
  (pattern: RegExp) =>
  ({ text, node }: SeenBody): boolean =>
    node === undefined && pattern.test(text);

const inBodies: Signs<SeenBody> = [
  ["form", isNoJsonBut(/^[A-Za-z]+=[^&]*(?:&|$)/)],
  ["own-text-of-an-object", isNoJsonBut(/^\[object \w+\]$|^\s*\{\s*'|^\w+\(.*\)$|=>|^#?<.*>$/s)],
  ["put-together", isNoJsonBut(/./)],
  ["json-twice", ({ node }) => node?.kind === "string" && parseJson(node.value).ok],
  ["names-by-convention", ({ node }) => ["name", "categoryId"].some((name) => isNamedOtherwise(node, name))],
];

/** True where the field is not there, and one is that differs in case or punctuation alone. */
function isNamedOtherwise(node: JsonNode | undefined, name: string): boolean {
  if (node?.kind !== "object" || member(node, name) !== undefined) return false;
  return node.members.some((one) => lettersOf(one.name) === lettersOf(name));
}

const lettersOf = (name: string): string => name.replace(/[^A-Za-z]/g, "").toLowerCase();

const ofBody: MistakeOf = ({ method, body }) => {
  const text = body && utf8Text(body);
  if (method !== "POST" || text === undefined) return undefined;
  const parsed = parseJson(text);
  return mistakeAmong(inBodies, { text, node: parsed.ok ? parsed.value : undefined });
};

/** A wait of this part of what was asked for was meant as all of it. */
const nearly = 0.8;

/** A wait that is this long was meant as one. */
const longWaitMs = 3_000;

/** For a request that came before the time that a 429 named had passed. */
const ofEarlyRequest: MistakeOf = (early, session, refusedIds) => {
  const refusal = refusalsIn(session).find(({ exchange }) => refusedIds.includes(exchange.id));
  if (refusal === undefined) return undefined;
  const refused = refusal.exchange;
  if (!isSameRequest(early, refused)) return ofOther(early, session, refusedIds);
  const waitMs = early.sentAtMs - refused.endedAtMs;
  if (isInLowerCase(refusal, session)) return "one-case";
  if (waitMs >= longWaitMs) return "capped";
  if (waitMs >= nearly * (refusal.untilMs - refused.endedAtMs)) return "a-little-early";
  // Ordinary bodies are looked at first: with those, it waits.
  if (codeOf(refused) === undefined) return "body-first";
  return waitMs < noWaitMs ? "at-once" : undefined;
};

/** Whether Retry-After is written in lower case here, and in another 429 of the session as usual. */
function isInLowerCase({ exchange }: Refusal, session: Session): boolean {
  const isNamed = (one: ClientExchange, name: string) =>
    one.outcome.kind === "answer" && recordedLines(one.outcome.headers).some(([own]) => own === name);
  const hasUsual = refusalsIn(session).some((one) => isNamed(one.exchange, "Retry-After"));
  return hasUsual && isNamed(exchange, "retry-after");
}

const ofOther: MistakeOf = (early, session, refusedIds) => {
  const requests = requestsIn(session);
  const refused = requests.find(({ id }) => refusedIds.includes(id));
  if (refused === undefined || isSameRequest(early, refused)) return undefined;
  const isTriedAgain = requests.some((one) => one.id > refused.id && isSameRequest(one, refused));
  if (!isTriedAgain) return "goes-on";
  return hadCompany(refused, session) ? "other-task" : "in-between";
};

const byRequirement: Readonly<Record<string, MistakeOf>> = {
  "CLIENT-4": ofEarlyRequest,
  "CLIENT-5": ofEarlyRequest,
  "CLIENT-7": ofOther,
  "CLIENT-10": ({ target }) => mistakeAmong(inTargets, target),
  "CLIENT-13": ofBody,
};

export function mistakeBehind(requirement: string, ...seen: Parameters<MistakeOf>): string | undefined {
  return byRequirement[requirement]?.(...seen);
}
