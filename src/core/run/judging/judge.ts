import { wholeCheck } from "#core/check/case.ts";
import type { Case, Check, Control, RefusalCase } from "#core/check/check.ts";
import { type Answered, derived, type Facts, hasStatus, isAnswered, isRemoved } from "#core/check/facts.ts";
import type { Step } from "#core/check/inputs/step.ts";
import { unread } from "#core/check/json-body.ts";
import { type Observer, observer } from "#core/check/observe.ts";
import { inconclusive, reason } from "#core/check/results/core-reasons.ts";
import { isUnresolved, type Unresolved } from "#core/check/results/unresolved.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import { exchangeInWords } from "#core/check/results/words.ts";
import { isRefusedFromTheFirst } from "#core/check/sent-again.ts";
import type { Suite } from "#core/check/suite.ts";
import { NotDecided, NotRecorded, recorded } from "#core/contract/recorded.ts";
import { type Exchange, timesOf } from "#core/exchange/exchange.ts";
import { caseOf, controlsOf, type Plan, stepsOf } from "../plan/plan.ts";

/** A round of a run, or the whole of it: what was planned, and what came of it. */
interface Round {
  readonly plan: Plan;
  readonly facts: Facts;
}

/** The observations of every check about these requirements. Pure. */
export function judge(suite: Suite, judged: ReadonlySet<string>, rounds: readonly Round[], whole: Round) {
  /** Exceptions in checks, by what they are about: the first of each. */
  const errors = new Map<string, unknown>();
  const observe = (checks: readonly Check[], { plan, facts }: Round): Observation[] =>
    checks.flatMap((check) => {
      try {
        return asFarAsKnown(check, () =>
          judgeCheck(check, plan, suite.seenBy?.(check.about, facts) ?? facts),
        );
      } catch (error) {
        if (!errors.has(check.about)) errors.set(check.about, error);
        return [observer(check.about, wholeCheck).unresolved(inconclusive("suite-failed"))];
      }
    });
  const wanted = suite.checks.filter((check) => judged.has(check.about));
  const spansRun = (check: Check) => check.kind === "trace" && check.span === "run";
  const inRounds = wanted.filter((check) => !spansRun(check));
  return {
    rounds: rounds.map((round) => observe(inRounds, round)),
    run: observe(wanted.filter(spansRun), whole),
    errors,
  };
}

function judgeCheck(check: Check, plan: Plan, facts: Facts): readonly Observation[] {
  switch (check.kind) {
    case "trace":
      return check.judge(facts);
    case "invariant":
      return subjectsIn(facts).flatMap((exchange) =>
        asFarAsKnown(check, () => [check.judge(exchange, facts) ?? []].flat()),
      );
    case "scenario":
      return check
        .cases(facts.contract)
        .flatMap((c) => asFarAsKnown(check, () => judgeCase(check.about, c, plan, facts)));
  }
}

/** If part of a check cannot be decided, failures that other evidence shows still count. */
function asFarAsKnown({ about }: Check, show: () => readonly Observation[]): readonly Observation[] {
  const shown = shownOrWhy(show);
  return isUnresolved(shown) ? [observer(about, wholeCheck).unresolved(shown)] : shown;
}

/** What the evidence shows, or why it does not: a part was redacted, or it is too much work. */
export function shownOrWhy<Shown>(show: () => Shown): Shown | Unresolved {
  try {
    return show();
  } catch (error) {
    if (!(error instanceof NotRecorded)) throw error;
    return inconclusive(error instanceof NotDecided ? "too-much-work" : "redacted");
  }
}

/** What invariants look at: dozens of them at the same exchanges. */
export const subjectsIn = derived((facts) =>
  facts.exchanges.filter((exchange) => {
    const isUnread = isAnswered(exchange) && unread(exchange) !== undefined;
    return !isUnread && !isRemoved(exchange, facts);
  }),
);

function judgeCase(about: string, c: Case | RefusalCase, plan: Plan, facts: Facts): Observation[] {
  const observe = observer(about, caseOf(c));
  const all = facts.all(c.step);
  if (c.step.atMost !== undefined && all.length > 0) {
    const cut = facts.notSent(c.step);
    // The lost inputs may be those that break it.
    const lost = cut?.kind === "inconclusive" ? [observe.unresolved(cut)] : [];
    return [...judgeSeries(c, observe, facts), ...lost];
  }
  const last = all.at(-1);
  if (last === undefined || !isAnswered(last)) {
    const notSent = facts.notSent(c.step) ?? plan.leftOut.get(c.step.id);
    if (notSent !== undefined)
      return [observe.unresolved(c.step.atMost === undefined ? notSent : asOfSeries(notSent))];
    return last === undefined ? [] : [withoutAnswer(last, observe)];
  }
  const answers = withoutRepeated(all).filter((e) => isAnswered(e));
  const standing = answersThatStand(c.step, answers, last, facts);
  return answers.flatMap((answer) => {
    const stands = standing.includes(answer);
    if (!stands && c.keptByLag === undefined) return [];
    const judged = judgeAnswer(c, answer, observe, facts);
    return stands || judged.kind === "broken" ? [judged] : [];
  });
}

/**
 * The answers to a step that are judged. Left out are those that may lag, and those after which another request was
 * tried. The last one is always judged.
 */
function answersThatStand(step: Step, answers: readonly Answered[], last: Answered, facts: Facts) {
  const { retryUntil, fallback } = step;
  if (fallback !== undefined) return answers.filter((one) => isSameBody(one, last));
  if (retryUntil === undefined) return answers;
  const [first = last] = answers;
  const lagEndsAtMs = timesOf(first).sentAtMs + facts.setting.consistencyWaitMs;
  const standing = answers.filter(
    (answer) => timesOf(answer).sentAtMs >= lagEndsAtMs || retryUntil(answer, facts),
  );
  return standing.length > 0 ? standing : [last];
}

function isSameBody({ request: one }: Exchange, { request: other }: Exchange): boolean {
  const [bytes, others] = [recorded(one.body)?.bytes, recorded(other.body)?.bytes];
  return bytes !== undefined && others !== undefined && Buffer.compare(bytes, others) === 0;
}

/** Generated inputs come in addition to the cases of a table, and those report what the target's state makes untestable. */
function asOfSeries(why: Unresolved): Unresolved {
  return why.kind === "untested" ? { ...why, kind: "not-applicable" } : why;
}

function withoutAnswer(exchange: Exchange, observe: Observer): Observation {
  return observe.unresolved(inconclusive("no-answer", { got: exchangeInWords(exchange) }));
}

/** Each request of a series but those that were sent again. What the seed happened to draw is not the target's state. */
function judgeSeries(c: Case | RefusalCase, observe: Observer, facts: Facts): Observation[] {
  return withoutRepeated(facts.all(c.step)).map((e) => {
    if (!isAnswered(e)) return withoutAnswer(e, observe);
    const observed = judgeAnswer(c, e, observe, facts);
    return observed.kind === "unresolved"
      ? { ...observed, unresolved: asOfSeries(observed.unresolved) }
      : observed;
  });
}

/** Leaves out a 429, a 5xx or a request without an answer if it was sent again (rulings 25, 26). */
function withoutRepeated(all: readonly Exchange[]): readonly Exchange[] {
  return all.filter((e) => !all.some((later) => later.repeats === e.id));
}

function judgeAnswer(c: Case | RefusalCase, answer: Answered, observe: Observer, facts: Facts): Observation {
  if (hasStatus(answer, 429) && !isRefusedFromTheFirst(answer, facts))
    return observe.unresolved(inconclusive("rate-limited"));
  const bound = unread(answer);
  if (bound !== undefined) return observe.unresolved(inconclusive("answer-too-large", { size: bound }));
  const outside = c.precondition?.(answer, facts);
  if (outside !== undefined) return observe.unresolved(outside, answer);
  const controls = controlsOf(c);
  const [failed] = controls.flatMap((control) => failedControl(control, facts) ?? []);
  if (failed !== undefined) return observe.unresolved(failed, answer);
  const related = controls.flatMap(stepsOf).flatMap((step) => facts.answer(step) ?? []);
  const mismatch = c.expect.mismatch(answer, facts);
  if (mismatch !== undefined) return observe.broken(answer, c.expect.words, mismatch, ...related);
  const vacuous = c.vacuousWhen?.(answer, facts);
  return vacuous === undefined ? observe.held(answer, ...related) : observe.unresolved(vacuous, answer);
}

/** A refusal whose control failed shows nothing: something else may explain it. */
function failedControl(control: Control, facts: Facts): Unresolved | undefined {
  const { held, isAbout = () => true, words } = control;
  const steps = stepsOf(control);
  const answers = steps.flatMap((step) => facts.answer(step) ?? []);
  if (answers.some((answer) => held(answer, facts))) return undefined;
  const notSent = steps.flatMap((step) => facts.notSent(step) ?? []);
  const answer = answers.find((one) => isAbout(one, facts)) ?? answers[0];
  const settling = notSent.find(({ kind, remedy }) => kind !== "inconclusive" || remedy !== undefined);
  if (answer === undefined && settling !== undefined) return settling;
  const got = answer ?? steps.flatMap((step) => facts.all(step)).at(-1);
  const { id, label: step } = steps.find((one) => one.id === got?.step) ?? steps[0];
  const [because] = notSent.flatMap((why) => why.reason ?? []);
  const whyNotSent = () =>
    because === undefined
      ? reason("control-not-sent", { step })
      : reason("control-not-sent-for", { step, because });
  return {
    kind: "inconclusive",
    reason:
      got === undefined
        ? whyNotSent()
        : reason("control-failed", { step, expected: words, got: exchangeInWords(got) }),
    cause: { kind: "control", step: id },
  };
}
