import { answeredWith, isAnswered } from "../check/facts.ts";
import type { Step } from "../check/inputs/step.ts";
import type { RootCause } from "../check/results/cause.ts";
import { inconclusive, notApplicable, untested } from "../check/results/core-reasons.ts";
import { causedBy, type Unresolved } from "../check/results/unresolved.ts";
import type { RunExchange } from "../exchange/exchange.ts";
import type { RunFacts } from "./journal/trace.ts";
import { sinceItsLastAnswer } from "./judging/answers-in-place.ts";
import { extendsTo } from "./plan/extension.ts";
import { makePlan, type Plan, planAgain } from "./plan/plan.ts";
import { type PlanLimits, writesOf } from "./plan/plan-budget.ts";
import { planRange } from "./plan/preview.ts";
import { sendsProbe } from "./plan/selection.ts";
import { preflight } from "./preflight.ts";
import type { PlayedRound, PlayedRounds } from "./result.ts";
import {
  answersInLaterRounds,
  createsForRound,
  inFlightInRound,
  playsRounds,
  seedOfRound,
  shuffled,
  whyNoFurtherRound,
} from "./rounds.ts";
import { mayHaveStored } from "./sending/create-cap.ts";
import { overLimitProbe } from "./sending/probe.ts";
import { type Driving, runSteps } from "./sending/schedule.ts";

/** Causes that say nothing against the target: what was answered on the way to them is not judged (rulings 26, 27, 42). */
const blameless: readonly RootCause["kind"][] = ["unreachable", "key-refused", "redirected", "in-front"];

/**
 * Sends everything that a run sends: in each round the preflight, then the steps; after the last round the over-limit
 * probe, alone, and what is looked at late.
 */
export async function drive(driving: Driving): Promise<PlayedRounds> {
  const { suite, options, clock, trace, sender } = driving;
  const startedAtMs = clock.now();
  const played: PlayedRound[] = [];
  let lastSteps: readonly Step[] = [];
  let endedBy: PlayedRounds["endedBy"] | undefined;
  while (endedBy === undefined) {
    const round = await playRound(driving, played.length + 1);
    lastSteps = round.plan.steps;
    played.push(round.played);
    const soFar = { played, startedAtMs, nowMs: clock.now(), requestsSent: trace.everything.length };
    endedBy = sender.stopped === undefined ? whyNoFurtherRound(options, soFar) : "cut-short";
  }
  trace.notSent(suite.probe.burst, (await probe(driving)) ?? inconclusive("nothing-sent"));
  driving.onSettled(suite.probe.burst);
  await lookLate(lastSteps, driving);
  const { stopped } = sender;
  if (stopped !== undefined) {
    for (const exchange of notJudged(stopped, trace.facts)) trace.setAside(exchange);
    for (const step of lastSteps)
      if (trace.facts.all(step).length === 0) trace.notSent(step, causedBy(stopped));
  }
  return { played, endedBy };
}

function notJudged({ kind }: RootCause, facts: RunFacts): readonly RunExchange[] {
  if (blameless.includes(kind)) return facts.exchanges;
  // Which of the other failures have the same cause cannot be determined.
  if (kind === "own-machine") return facts.exchanges.filter((one) => !isAnswered(one));
  return kind === "service-gone" ? sinceItsLastAnswer(facts).outage : [];
}

/** Sends the cases once, within what the earlier rounds left of the caps. */
async function playRound(driving: Driving, round: number) {
  const { options, clock, trace, sender, progress, onEvent } = driving;
  const [startedAtMs, sentBefore] = [clock.now(), trace.everything.length];
  const seed = seedOfRound(options.seed, round);
  if (round > 1) {
    trace.beginRound(round, seed);
    sender.beginRound(round);
    driving.gate.limitTo(inFlightInRound(options.concurrency, round));
    progress.restart();
  }
  const stored = trace.everything.filter(mayHaveStored).length;
  const limits = {
    maxRequests: options.maxRequests - sentBefore,
    maxCreates: createsForRound(options, round, stored),
    spareCreates: round > 1 ? 1 : 0,
  };
  const follow = (plan: Plan): void => {
    progress.follow(plan);
    sender.creates.expect(stored + writesOf(plan.steps));
  };
  const base = makePlan(driving, limits);
  follow(base);
  // The sizes of the plan are computed while the first answer is on its way.
  const checked = preflight(base, driving, round);
  const areas = progress.areas();
  if (round === 1) {
    const { requests, creates, probe, experiments } = planRange(driving);
    onEvent({ kind: "planned", requests: requests + probe + experiments, creates, probe, areas });
  }
  if (playsRounds(options)) onEvent({ kind: "round", round, of: options.rounds, seed, areas });
  const done = await checked;
  const plan = replan(limits, driving);
  follow(plan);
  for (const [id, why] of plan.leftOut) trace.notSent({ id }, why);
  const [steps, repeats] =
    round === 1 ? [plan.steps, 0] : [shuffled(plan.steps, seed), answersInLaterRounds - 1];
  const isDueNow = (step: Step) => step.phase !== "late";
  if (sender.stopped === undefined) await runSteps(steps.filter(isDueNow), driving, { done, repeats, seed });
  await sender.recheck.settle();
  const requests = trace.everything.length - sentBefore;
  const played: PlayedRound = { round, seed, startedAtMs, endedAtMs: clock.now(), requests };
  return { plan, played };
}

/** Plans again with what the preflight showed: some steps may not be needed, and standard may go further down the table. */
function replan(limits: PlanLimits, driving: Driving): Plan {
  const { suite, options, trace, onError } = driving;
  const further = { ...limits, extendTo: extendsTo(options, trace.whole, suite.preflight.list) };
  driving.journal({ kind: "plan", limits: further });
  const { plan, error } = planAgain(driving, further, trace.facts);
  if (error !== undefined) onError("the plan", error);
  return plan;
}

/** The age of the last create when `late` steps are sent, so that things that expire or are cleaned up by then are noticed. */
const lateAfterMs = 10_000;

async function lookLate(steps: readonly Step[], driving: Driving): Promise<void> {
  const { trace, sender, clock, onEvent } = driving;
  const late = steps.filter(({ phase }) => phase === "late");
  if (sender.stopped !== undefined || late.length === 0) return;
  // Nothing more is sent if the limit that the probe used up does not recover.
  if (answeredWith(trace.everything.at(-1), 429)) {
    for (const step of late) trace.notSent(step, notApplicable("limit-used-up"));
    return;
  }
  const last = trace.everything.findLast(mayHaveStored);
  const untilMs = last === undefined ? 0 : last.times.sentAtMs + lateAfterMs;
  if (untilMs > clock.now()) {
    const reason = "the last reads are sent ten seconds after the last create";
    onEvent({ kind: "waiting", cause: "late", reason, untilMs });
    await sender.pause(untilMs - clock.now());
  }
  const done = new Set(steps.filter((step) => !late.includes(step)).map(({ id }) => id));
  await runSteps(steps, driving, { done });
}

async function probe(driving: Driving): Promise<Unresolved | undefined> {
  const { stopped } = driving.sender;
  if (stopped !== undefined) return causedBy(stopped);
  if (sendsProbe(driving)) return overLimitProbe(driving);
  return untested("not-probed", {}, { options: [{ option: "probe" }] });
}
