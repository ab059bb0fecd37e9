import { type Facts, findingsOn, isAnswered } from "#core/check/facts.ts";
import { smallestFailing } from "#core/check/inputs/step.ts";
import type { Cause, CauseForm, Tried } from "#core/check/results/defect.ts";
import { inBody, type Observation, type Verdict } from "#core/check/results/verdict.ts";
import { isSafe } from "#core/exchange/exchange.ts";
import { notAlways } from "./advice-by-contrast.ts";
import { formOf, keysOf, precedingOf } from "./common-cause.ts";
import { type Comparison, compareAnswers } from "./comparison.ts";
import { comparePets } from "./contrast/fates.ts";
import { type Explained, explain } from "./explain.ts";
import { hintOf } from "./hints.ts";
import { isReadTooSoon } from "./history.ts";
import { type Symptom, symptomOf } from "./symptom.ts";

/** A cause names at most so many exchanges. */
const maxExchangesNamed = 200;

/**
 * Requirements whose advice says more where both are broken: a limit that is not kept where one is asked for is not about the
 * default alone, a key that is not checked is not checked late, and a small category that is wrong is not about its size.
 */
const widerThan: Readonly<Record<string, readonly string[]>> = {
  "LIST-2": ["LIST-4"],
  "AUTH-4": ["AUTH-2", "AUTH-3"],
  "INT64-2": ["CREATE-4"],
};

/** A symptom of a cause. */
interface Member {
  readonly item: Symptom;
  /** True where it follows from another symptom of the cause. */
  readonly follows: boolean;
}

type Group = readonly [Member, ...Member[]];
type Failed = ReadonlyMap<string, Verdict>;

/**
 * What is wrong with the target: each defect once, with all that follows from it, the worst first. It changes no verdict: a
 * requirement may fail for several causes.
 */
export function causesOf(
  observations: readonly Observation[],
  verdicts: readonly Verdict[],
  facts: Facts,
  tried: readonly Tried[] = [],
  /** More observations, to compare the broken ones with. */
  more: readonly Observation[] = [],
): readonly Cause[] {
  const failed: Failed = new Map(verdicts.filter((v) => v.verdict === "fail").map((v) => [v.id, v]));
  const symptoms = observations.flatMap((o) =>
    o.kind === "broken" && failed.has(o.requirement) ? (symptomOf(o, facts) ?? []) : [],
  );
  const triesOf = ({ leading, finding }: Cause) =>
    tried.find(({ requirement, of }) => requirement === leading && of === finding.exchange);
  const groups = joined(symptoms, facts);
  const causes = groups.map((members): Cause => {
    const own = members.map(({ item }) => item);
    const all = [...observations, ...more];
    const leading = (isByChance = false) => causeOf(members, failed, verdicts, isByChance);
    const likely = leading();
    const found = compared(likely.best, own, all);
    // Where chance decides which answers are wrong, it is not to decide which requirement leads, too: of errors, whose requests
    // are seldom repeated, wherever others are right.
    const isOfError = (likely.best.got ?? 0) >= 400 && likely.best.aspect.of !== "status";
    const areMixed = isOfError ? found.held.length > 0 : found.same?.when === "before and later";
    const isByChance = found.contrasts.length === 0 ? areMixed : isOfTurns(found);
    const { cause, best } = isByChance ? leading(true) : likely;
    const comparison = best === likely.best ? found : compared(best, own, all);
    const { advice, by, pattern, often, hasBegun, ...explained } = explain(comparison, triesOf(cause));
    const wider = widerThan[cause.leading]?.find((id) => cause.consequences.includes(id));
    const { guidance } = failed.get(wider ?? cause.leading) ?? {};
    const usual = guidance && { likelyCause: guidance.likelyCause, howToFix: guidance.howToFix };
    const hinted = (side: typeof by) => hintOf(best, best.comesAndGoes ? [] : own, side);
    // A pet that other lists show with another value is not kept from this one.
    const isChanged = comparison.became?.[0] === "changed";
    const hint = isChanged ? undefined : hinted(by);
    // Where nothing says when the answers are wrong, what is wrong with them still says where to look.
    const isUnexplained = by === "chance" && hint === undefined && !isChanged && !best.comesAndGoes;
    // The advice of GET-1 is about pets that are not found.
    const isTold = isOfForm(best) || (best.aspect.of === "field" && cause.leading !== "GET-1");
    const shape = isUnexplained ? (hinted("asked") ?? (isTold ? usual : undefined)) : undefined;
    const excerptAt = wronglyAccepted(cause.form, best);
    // A hint explains each answer by itself: a pattern of times is dropped.
    const [first] = comparison.contrasts;
    const isNowAndThen =
      best.comesAndGoes ||
      shape !== undefined ||
      (first === undefined && comparison.same?.when === "before and later");
    const { sent = 0, shown = 0 } = explained.tried?.alone ?? {};
    // What was wrong at first alone would be right however often it is sent.
    const isSeldom = sent > 0 && shown === 0 && comparison.same?.when !== "later";
    const isPatternSaid =
      isNowAndThen ||
      hasBegun ||
      (pattern === comparison.words && (!comparison.fate || comparison.turn !== undefined)) ||
      !(hint && (by !== "asked" || first === undefined));
    return {
      ...{ ...cause, ...explained },
      ...(excerptAt && { excerptAt }),
      ...(often && (isNowAndThen || hint === undefined || isSeldom) && { before: often }),
      ...(pattern !== undefined && isPatternSaid && { pattern }),
      ...(best.comesAndGoes && nowAndThen(own, facts)),
      advice:
        hint ??
        (shape && notAlways(shape)) ??
        (isKnownBetter(best, by) ? usual : undefined) ??
        advice ??
        usual,
    };
  });
  // Musts first, then the causes that explain most, then in the order of the requirements.
  const weightsOf = ({ level, consequences, broken, leading }: Cause) => [
    Number(level === "must"),
    // A 5xx breaks HTTP-2, too, whatever it explains.
    consequences.filter((id) => id !== "HTTP-2").length,
    broken,
    -verdicts.findIndex(({ id }) => id === leading),
  ];
  causes.sort((a, b) => heavierFirst(weightsOf(a), weightsOf(b)));
  // The run is the same for all of them: it is named once.
  const first = causes.find(({ wholeRun }) => wholeRun);
  return causes.map((cause) => {
    const { wholeRun: _, ...other } = cause;
    return cause === first ? cause : other;
  });
}

/** True where only its place among the requests decides which answer is wrong. */
function isOfTurns({ contrasts: [first] }: Comparison): boolean {
  return first?.traits.some(({ kind }) => kind === "turn") === true;
}

/** Compares by the first of their weights that differ. */
function heavierFirst(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((weight, at) => weight !== b[at]);
  return (b[place] ?? 0) - (a[place] ?? 0);
}

/** The comparison of created pets if it explains something, else that of answers. */
function compared(best: Symptom, own: readonly Symptom[], observations: readonly Observation[]) {
  const fates = comparePets(best);
  const isTelling = ({ contrasts, became, turn }: Comparison) =>
    contrasts.length > 0 || became !== undefined || turn !== undefined;
  if (fates && isTelling(fates)) return fates;
  const answers = compareAnswers(best, own, observations);
  return fates && !isTelling(answers) ? fates : answers;
}

/** True where the requirement's own advice explains more than what was asked: wrong requests, headers, missing answers, bounds. */
function isKnownBetter(best: Symptom, by: Explained["by"]): boolean {
  const isOfBounds = /^LIST-[38]$/.test(best.observation.requirement);
  return by === "asked" && (!best.isAllowed || isOfForm(best) || isOfBounds);
}

/** True where the requirement's own advice says what is wrong: headers, missing answers, wrong bodies and keys that are accepted. */
function isOfForm({ isAllowed, at, got = 0, exchange }: Symptom): boolean {
  const isAccepted = !isAllowed && got < 300 && exchange.request.credential.kind !== "none";
  return isAccepted || /^(?:header|answer)/.test(at);
}

/** The wrong field of a request body that was accepted, to show it in the answer's body. */
function wronglyAccepted({ kind }: CauseForm, { exchange, body, facts }: Symptom) {
  const isKey = exchange.request.credential.kind !== "valid";
  if (kind !== "accepted" || isKey || body?.kind !== "object") return undefined;
  const wrong = findingsOn(exchange, facts.contract).problems.find(
    ({ part, at }) => part === "body" && at !== "",
  );
  return wrong && inBody(wrong.at);
}

/** Failures that come and go are one cause, whichever requests fail. */
function nowAndThen(symptoms: readonly Symptom[], { exchanges }: Facts) {
  const operations = [...new Set(symptoms.flatMap(({ operation }) => operation ?? []))];
  const form = { kind: "intermittent", of: exchanges.filter(isAnswered).length, operations } as const;
  return { key: "intermittent", form };
}

function causeOf(members: Group, failed: Failed, verdicts: readonly Verdict[], isByChance: boolean) {
  const symptoms = members.map(({ item }) => item);
  const requirements = [...new Set(symptoms.map(({ observation }) => observation.requirement))];
  const exchanges = [...new Set(symptoms.map(({ exchange }) => exchange.id))].sort((a, b) => a - b);
  const cases = new Set(symptoms.map(({ observation }) => observation.case.id));
  const independent = leadingFirst(members, failed, isByChance);
  const { item: best } = smallestFailing(repeatable(independent), ({ item }) => item.observation.finding);
  const leading = best.observation.requirement;
  const cause: Cause = {
    key: `${leading} ${best.at}`,
    form: formOf(best),
    level: requirements.some((id) => failed.get(id)?.level === "must") ? "must" : "should",
    leading,
    consequences: requirements.filter((one) => one !== leading),
    undecided: verdicts.flatMap(({ id, cause: of }) =>
      of?.kind === "control" && requirements.includes(of.failed ?? "") && cases.has(of.step) ? id : [],
    ),
    finding: best.observation.finding,
    broken: exchanges.length,
    exchanges: exchanges.slice(0, maxExchangesNamed),
  };
  return { cause, best };
}

/**
 * The symptoms of the requirement that says best what is wrong, the leading one first: a must; then a requirement that no answer
 * keeps ("every create was answered 500" goes before "no 5xx anywhere"); then the one that most answers break. Of musts that chance
 * breaks, the first of the requirements, but for "a documented status": it says most of failures that come and go, and else least.
 */
function leadingFirst(members: Group, failed: Failed, isByChance: boolean): Group {
  // A failure that comes and goes is best shown by a read, which can be repeated without harm.
  const isHarmless = ({ comesAndGoes, exchange }: Symptom) =>
    !comesAndGoes || exchange.request.method === "GET";
  // Where lists break both the filter and their limit, the filter says more.
  const isOfFilter = members.some(({ item }) => item.at === "field status");
  // Where ids are given again, pets are lost by that; and an id that was also sent says less.
  const isOfIds = members.some(({ item }) => item.observation.requirement === "CREATE-3");
  const isOwn = ({ shape, at, observation }: Symptom) =>
    !(isOfFilter && shape === "too-many") &&
    !(isOfIds && (at !== "field id" || observation.requirement === "CREATE-15"));
  const free = members.filter(({ follows, item }) => !follows && isHarmless(item) && isOwn(item));
  // A must that follows from a should is what fails the run.
  const isMust = ({ item }: Member) => failed.get(item.observation.requirement)?.level === "must";
  const isHidden = free.length > 0 && !free.some(isMust) && members.some(isMust);
  const all = isHidden ? members.filter(isMust) : free;
  // A read by id that is answered with another pet says more than lists that show this one twice.
  const reads = all.filter(
    ({ item: { operation, at, isValid } }) => operation === "getPet" && at === "field id" && isValid,
  );
  const independent = reads.length > 0 ? reads : all;
  const order = [...failed.keys()];
  const weightsOf = (own: readonly Member[]) => {
    const { observation, comesAndGoes, aspect, exchange, operation, isAllowed } = (own[0] ?? members[0]).item;
    const { level, findings = [] } = failed.get(observation.requirement) ?? {};
    const { credential } = exchange.request;
    const { requirement } = observation;
    const isOfServing = (requirement === "HTTP-2") === comesAndGoes;
    if (isByChance) return [Number(level === "must"), Number(isOfServing), -order.indexOf(requirement)];
    return [
      level === "must",
      // A pet in a list is right or wrong, whatever limit was asked for.
      aspect.of !== "field" || operation !== "listPets" || isAllowed,
      // Where failures come and go, the failure itself says more than the header or the body that it lacks …
      comesAndGoes && /^(?:status|answer)$/.test(aspect.of),
      // … and it is chance that a requirement is broken by all its answers.
      !comesAndGoes && findings.some(({ broken, of }) => broken === of),
      // A read without any key can be sent again safely.
      !comesAndGoes && credential.kind === "none" && isSafe(exchange.request),
      new Set(own.map(({ item }) => item.exchange)).size,
    ].map(Number);
  };
  const [best] = [...Map.groupBy(independent, ({ item }) => item.observation.requirement).values()].sort(
    (a, b) => heavierFirst(weightsOf(a), weightsOf(b)),
  );
  const [first = members[0], ...others] = best ?? [];
  return [first, ...others];
}

/**
 * Those whose requests can be tried again, where there are some: with the key, since they come after more than a refusal, and no
 * reads of an id that a pet got later.
 */
function repeatable(members: Group): Group {
  const isWithKey = ({ item }: Member) => item.exchange.request.credential.kind === "valid";
  const isStillSo = ({ item }: Member) => !isReadTooSoon(item.exchange, item.facts);
  return [isWithKey, isStillSo].reduce((left, is): Group => {
    const [first, ...others] = left.filter(is);
    return first === undefined ? left : [first, ...others];
  }, members);
}

/** Symptoms in groups: two are in one group if they share a key, or if one follows from the other. */
function joined(symptoms: readonly Symptom[], facts: Facts): readonly Group[] {
  const parents = new Map<Symptom | string, Symptom | string>();
  const rootOf = (one: Symptom | string): Symptom | string => {
    let root = one;
    for (let up = parents.get(root); up !== undefined; up = parents.get(root)) {
      // Next time, the way is half as long.
      parents.set(root, parents.get(up) ?? up);
      root = up;
    }
    return root;
  };
  const preceding = precedingOf(symptoms, facts);
  const members = symptoms.map((item): Member => {
    const before = preceding(item).filter((other) => other !== item);
    // A symptom that follows from another is joined to that one only: its keys do not connect groups.
    for (const one of before.length > 0 ? before : keysOf(item)) {
      const [from, to] = [rootOf(item), rootOf(one)];
      if (from !== to) parents.set(from, to);
    }
    return { item, follows: before.length > 0 };
  });
  return [...Map.groupBy(members, ({ item }) => rootOf(item)).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
}
