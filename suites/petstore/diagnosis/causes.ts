import { answeredWith, type Facts, findingsOn, isAnswered, statusClass } from "#core/check/facts.ts";
import { smallestFailing } from "#core/check/inputs/step.ts";
import { bodyOf, jsonOf } from "#core/check/json-body.ts";
import type { Cause, CauseForm, Tried } from "#core/check/results/defect.ts";
import {
  type Finding,
  inBody,
  type Observation,
  type Place,
  type Verdict,
} from "#core/check/results/verdict.ts";
import { isFailed } from "#core/check/sent-again.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { resolvePointer } from "#core/json/read.ts";
import { sentName } from "../pets.ts";
import { adviceFor } from "./advice-by-contrast.ts";
import { adviceOfEnvelope, envelopeOf, followsFrom, type Grouped, keysOf } from "./common-cause.ts";
import { tellPetsApart } from "./contrast/fates.ts";
import { tell, tellApart } from "./contrasts.ts";
import { type CreatedPets, createdPets } from "./created-pets.ts";
import { type Explained, explain } from "./explain.ts";
import { hintOf } from "./hints.ts";
import { intermittent } from "./intermittent.ts";
import { type Joined, joined, maxExchangesNamed, mergedCauses, type Timely, worstFirst } from "./merged.ts";
import { aspectKey, type Symptom, symptomOf } from "./symptom.ts";

type Member = Joined<Symptom>;

/**
 * What is wrong with the target, each defect once with all that follows from it, worst first. Pure; verdicts stay as
 * they are: what breaks a requirement may have several causes.
 */
export function causesOf(
  observations: readonly Observation[],
  verdicts: readonly Verdict[],
  facts: Facts,
  tried: readonly Tried[] = [],
  /** What the cases of scenarios leave out, judged in the same way. */
  more: readonly Observation[] = [],
): readonly Cause[] {
  const failed = new Map(verdicts.filter((v) => v.verdict === "fail").map((v) => [v.id, v]));
  const symptoms = observations.flatMap((o) =>
    o.kind === "broken" && failed.has(o.requirement) ? (symptomOf(o, facts) ?? []) : [],
  );
  const created = createdPets(facts);
  const nowAndThen = failuresNowAndThen(facts);
  const isIntermittent = ({ exchange }: Symptom) => nowAndThen.has(exchange.id);
  const lasting = symptoms.filter((symptom) => !isIntermittent(symptom));
  const grouped = groupsOf(lasting, created, failed, facts);
  const order = new Map(verdicts.map(({ id }, index) => [id, index]));
  const seldom = intermittentCause(symptoms.filter(isIntermittent), failed, verdicts, facts, tried);
  const preceding = (symptom: Symptom) => followsFrom(symptom, grouped, created);
  const keys = (symptom: Symptom) => keysOf(symptom, created, facts);
  const told = joined(lasting, preceding, keys).map((members): Timely => {
    const { cause, best } = causeOf(members, failed, verdicts);
    const own = members.map(({ item: symptom }) => symptom);
    const comparison = tellPetsApart(best, facts) ?? tellApart(best, own, [...observations, ...more], facts);
    const { advice, by, kind, ...explained } = explain(
      comparison,
      best,
      tried.find(({ requirement, of }) => requirement === cause.leading && of === best.exchange.id),
      facts,
    );
    const hint = adviceOfEnvelope(cause.form) ?? hintOf(best, own, created, facts, by);
    const { pattern, ...others } = explained;
    const usual = usualAdvice(failed.get(cause.leading)?.guidance);
    const excerptAt = wronglyAccepted(cause.form, best, facts);
    const whole: Cause = {
      ...{ ...cause, ...others },
      ...(excerptAt && { excerptAt }),
      // What a mistake of each answer explains has nothing to do with when it came.
      ...(pattern !== undefined &&
        !(hint && (by !== "asked" || comparison.contrasts.length === 0)) && { pattern }),
      advice: hint ?? (isKnownBetter(best, by) ? usual : undefined) ?? advice ?? usual,
    };
    return { cause: whole, timely: by === "time" && hint === undefined ? kind : undefined };
  });
  return [...seldom, ...mergedCauses(told, order)].sort(worstFirst(order));
}

/** What should have been rejected, which header is due, or that no answer came says more than which request it was. */
function isKnownBetter({ isAllowed, aspect, exchange }: Symptom, by: Explained["by"]): boolean {
  if (by === "asked") return !isAllowed || aspect.of === "header" || aspect.of === "answer";
  return by === "likely-time" && !isAllowed && exchange.request.credential.kind === "valid";
}

/** The field that a body should have been rejected for, where the answer that accepts it has a body to show. */
function wronglyAccepted({ kind }: CauseForm, { exchange }: Symptom, { contract }: Facts): Place | undefined {
  const { request } = exchange;
  const body = jsonOf(exchange);
  if (kind !== "accepted" || request.credential.kind !== "valid" || body?.kind !== "object") return undefined;
  const wrong = findingsOn(exchange, contract).problems.find(({ part, at }) => part === "body" && at !== "");
  return wrong && inBody(wrong.at);
}

/** The failures that come and go; and where these are 503s, all others that say the same. */
function failuresNowAndThen(facts: Facts): ReadonlySet<number> {
  const known = intermittent(facts);
  const busy = facts.exchanges.filter((e) => answeredWith(e, 503));
  const texts = new Set(busy.flatMap((e) => (known.has(e.id) ? [bodyOf(e).text] : [])));
  return new Set([...known, ...busy.filter((e) => texts.has(bodyOf(e).text)).map(({ id }) => id)]);
}

/** All intermittent failures have one cause, whichever request fails. */
function intermittentCause(
  symptoms: readonly Symptom[],
  failed: ReadonlyMap<string, Verdict>,
  verdicts: readonly Verdict[],
  facts: Facts,
  tried: readonly Tried[],
): readonly Cause[] {
  // A requirement on all answers says it best, and a read can be repeated without harm.
  const judged = ({ observation }: Symptom) => failed.get(observation.requirement)?.judged ?? 0;
  const ofStatus = symptoms.filter(({ aspect }) => aspect.of === "status");
  const general = Math.max(0, ...ofStatus.map(judged));
  const isGeneral = (symptom: Symptom) => ofStatus.includes(symptom) && judged(symptom) === general;
  const isRead = ({ exchange }: Symptom) => exchange.request.method === "GET";
  const [first, ...others] = symptoms
    .map((symptom): Member => ({ item: symptom, follows: !isGeneral(symptom) }))
    .sort(
      (a, b) => Number(isRead(b.item)) - Number(isRead(a.item)) || a.item.exchange.id - b.item.exchange.id,
    );
  if (first === undefined) return [];
  const { cause, best } = causeOf([first, ...others], failed, verdicts);
  const operations = [...new Set(symptoms.flatMap(({ operation }) => operation ?? []))];
  const answered = facts.exchanges.filter(isAnswered);
  const broken = new Set(symptoms.map(({ exchange }) => exchange.id));
  const compared = {
    broken: answered.filter(({ id }) => broken.has(id)),
    held: answered.filter((e) => !isFailed(e)),
  };
  const told = tell(compared, { of: "status" }, facts);
  const own = tried.find(
    ({ requirement, of }) => requirement === cause.leading && of === cause.finding.exchange,
  );
  // Of many that come and go, some fail again after whatever was sent before.
  const tries = own && broken.size > fewFailures ? { ...own, after: [] } : own;
  const { advice, by: _, kind: __, ...explained } = explain(told, best, tries, facts);
  return [
    {
      ...{ ...cause, ...explained, key: "intermittent" },
      before: Array<number>(timesToShow(broken.size, answered.length)).fill(cause.finding.exchange),
      form: { kind: "intermittent", of: answered.length, operations },
      advice: hintOf(best, [], createdPets(facts), facts, "time") ?? advice ?? adviceFor("now-and-then"),
    },
  ];
}

const fewFailures = 2;

/** How often a request has to come before one of its answers is likely wrong, where so many of all are; by hand at most 60. */
function timesToShow(broken: number, of: number): number {
  return Math.min(60, Math.ceil((3 * of) / broken));
}

function usualAdvice(guidance: Verdict["guidance"]): Cause["advice"] {
  return guidance && { likelyCause: guidance.likelyCause, howToFix: guidance.howToFix };
}

function groupsOf(
  symptoms: readonly Symptom[],
  created: CreatedPets,
  failed: ReadonlyMap<string, Verdict>,
  { exchanges }: Facts,
): Grouped {
  const byExchange = Map.groupBy(symptoms, ({ exchange }) => exchange.id);
  const withStatus = new Set(symptoms.flatMap((s) => (s.aspect.of === "status" ? [s.exchange.id] : [])));
  const kindOf = ({ observation: { requirement, finding }, aspect }: Symptom) =>
    `${requirement} ${aspectKey(aspect)} ${finding.got.at}`;
  const elsewhere = new Set(symptoms.flatMap((s) => (withStatus.has(s.exchange.id) ? [] : [kindOf(s)])));
  const rejected = exchanges.filter((e) => e.request.method === "POST" && statusClass(e) === 4);
  const shared = symptoms.filter(
    ({ aspect, pet }) =>
      aspectKey(aspect) === "field id" && pet?.id !== undefined && created.isShared(pet.id),
  );
  return {
    byExchange,
    storedThough: symptoms.filter(
      // Their status is right: no place of the answer is wrong.
      ({ got = 0, exchange, isAllowed, observation: { finding } }) =>
        got >= 400 && exchange.request.method === "POST" && !isAllowed && finding.place === undefined,
    ),
    rejectedNames: new Set(rejected.flatMap((e) => sentName(e) ?? [])),
    bySharedId: Map.groupBy(shared, ({ pet }) => pet?.id),
    judgedOn: (requirement) => failed.get(requirement)?.judged ?? 0,
    onlyWithStatus: (symptom) => !elsewhere.has(kindOf(symptom)),
  };
}

function causeOf(
  members: readonly [Member, ...Member[]],
  failed: ReadonlyMap<string, Verdict>,
  verdicts: readonly Verdict[],
): { readonly cause: Cause; readonly best: Symptom } {
  const requirements = [...new Set(members.map(({ item: symptom }) => symptom.observation.requirement))];
  const independent = members.filter(({ follows }) => !follows);
  const { item: best } = smallestFailing(
    leadingFirst(independent, failed, members[0]),
    ({ item: symptom }) => symptom.observation.finding,
  );
  const leading = best.observation.requirement;
  const exchanges = [...new Set(members.map(({ item: symptom }) => symptom.exchange.id))].sort(
    (a, b) => a - b,
  );
  const cases = new Set(members.map(({ item: symptom }) => symptom.observation.case?.id));
  const cause: Cause = {
    key: `${leading} ${aspectKey(best.aspect)}`,
    form: envelopeRound(members) ?? formOf(best),
    level: requirements.some((id) => failed.get(id)?.level === "must") ? "must" : "should",
    leading,
    consequences: requirements.filter((one) => one !== leading),
    undecided: verdicts.flatMap(({ id, cause }) =>
      cause?.kind === "control" && requirements.includes(cause.failed ?? "") && cases.has(cause.step)
        ? id
        : [],
    ),
    finding: best.observation.finding,
    broken: exchanges.length,
    exchanges: exchanges.slice(0, maxExchangesNamed),
  };
  return { cause, best };
}

/**
 * The requirement that says best what is wrong: a must, and the one of whose evidence the largest part is broken, so
 * that "every create was answered 500" goes before "no 5xx anywhere".
 */
function leadingFirst(
  independent: readonly Member[],
  failed: ReadonlyMap<string, Verdict>,
  otherwise: Member,
): readonly [Member, ...Member[]] {
  const weigh = (own: readonly Member[]) => {
    const verdict = failed.get(own[0]?.item.observation.requirement ?? "");
    const share = Math.max(0, ...(verdict?.findings ?? []).map(({ broken, of }) => broken / of));
    return { own, isMust: Number(verdict?.level === "must"), share };
  };
  const [best] = [
    ...Map.groupBy(independent, ({ item: symptom }) => symptom.observation.requirement).values(),
  ]
    .map(weigh)
    .sort((a, b) => b.isMust - a.isMust || b.share - a.share || b.own.length - a.own.length);
  const [first, ...others] = best?.own ?? [];
  return first === undefined ? [otherwise] : [first, ...others];
}

/** The same envelope round at least two of the list, the pet and the Error. */
function envelopeRound(members: readonly Member[]): CauseForm | undefined {
  const wrapped = members.map(({ item: symptom }) => symptom).filter((one) => envelopeOf(one) !== undefined);
  const whats = wrapped.map(({ got = 0, operation }) =>
    got >= 400 ? "Error" : operation === "listPets" ? "list" : "pet",
  );
  const member = wrapped[0] && envelopeOf(wrapped[0]);
  return member !== undefined && new Set(whats).size > 1 ? { kind: "enveloped", member } : undefined;
}

function formOf({ aspect, got, exchange, operation, observation: { finding } }: Symptom): CauseForm {
  switch (aspect.of) {
    case "answer":
      return { kind: "no-answer" };
    case "header":
      return { kind: "header", name: finding.place?.in === "header" ? finding.place.name : aspect.name };
    case "status":
      return got === undefined || got < 300 ? { kind: "accepted" } : { kind: "status", status: got };
    case "field":
      return { kind: "field", name: aspect.name, ...wrongType(exchange, finding) };
    case "body": {
      const body = jsonOf(exchange);
      if (operation !== "listPets" || got !== 200 || body?.kind !== "object")
        return { kind: "body", place: finding.place };
      return { kind: "wrapped-list", member: body.members.find(({ value }) => value.kind === "array")?.name };
    }
  }
}

/** Of an id that is no number, and of a name or a status that is no string: its JSON type. */
function wrongType(exchange: Exchange, { place }: Finding): { readonly type?: string } {
  const body = jsonOf(exchange);
  const node = body === undefined || place?.in !== "body" ? undefined : resolvePointer(body, place.pointer);
  const name = place?.in === "body" ? place.pointer.split("/").at(-1) : undefined;
  const due = name === "id" || name === "categoryId" ? "number" : "string";
  const isKnown = name === "id" || name === "categoryId" || name === "name";
  return node === undefined || node.kind === due || !isKnown ? {} : { type: node.kind };
}
