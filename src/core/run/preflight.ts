import type { StepRef } from "../check/case.ts";
import { answeredWith, isAnswered } from "../check/facts.ts";
import { isFailed } from "../check/sent-again.ts";
import type { Failure, RunExchange, StepId } from "../exchange/exchange.ts";
import { causeInFront, isInFront, mayBeConstant } from "./judging/answers-in-place.ts";
import { causeInBoth, causeInFirst401, causeInFirstList, causeInSilence } from "./judging/root-cause.ts";
import { type Plan, stepTable } from "./plan/plan.ts";
import { type Driving, runSteps } from "./sending/schedule.ts";
import { maxCreates } from "./setting.ts";

/** Finds the root cause first: reachable, key accepted, one list, one valid create. Returns the ids of what it sent. */
export async function preflight(base: Plan, driving: Driving, round: number): Promise<ReadonlySet<StepId>> {
  const { contract, suite, options, trace, sender } = driving;
  const { list, create, withoutKey, size, isService } = suite.preflight;
  const { facts } = trace;
  const { baseUrl } = facts.setting;
  const table = stepTable(suite, contract);
  const done = new Set<StepId>();
  const isPlanned = (wanted: StepRef | undefined) => base.steps.some(({ id }) => id === wanted?.id);
  /** Sends a step; gives its last exchange, or undefined where nothing was sent. */
  const send = async (wanted: StepRef | undefined): Promise<RunExchange | undefined> => {
    const step = wanted && table.get(wanted.id);
    if (step === undefined) return undefined;
    const before = [...done].flatMap((id) => table.get(id) ?? []);
    await runSteps([...before, step], driving, { done });
    done.add(step.id);
    return facts.all(step).at(-1);
  };
  let first = await send(list);
  if (first !== undefined && isService(first)) {
    sender.recheck.list = first.request;
    if (options.profile === "thorough" && isPlanned(size(contract))) await send(size(contract));
    return done;
  }
  // In later rounds, a list that is not served is an intermittent fault, and not the cause of all the rest.
  if (round > 1) return done;
  const isFirstInFront = isInFront(first, facts);
  const cause = causeInFirstList(first, baseUrl) ?? (isFirstInFront ? undefined : causeInFirst401(first));
  // Two whole time-outs without a byte are silence; a create would only add another.
  const isSilent = facts.exchanges.every(
    ({ outcome }) => outcome.kind === "failure" && isSilence(outcome.failure),
  );
  // What decides whether anything is judged is asked whichever requirements are selected: that changes no verdict.
  const isDecisive = options.profile !== "quick" && maxCreates(options) > 0 && isFirstInFront;
  const isAsked = cause === undefined && !isSilent && (isPlanned(create) || isDecisive);
  const created = isAsked ? await send(create) : undefined;
  const inFront = (keyless: RunExchange | undefined) =>
    causeInFront({ list: first, create: created, withoutKey: keyless }, suite.preflight, facts);
  const isDoubtful = cause === undefined && (inFront(undefined) !== undefined || mayBeConstant(first));
  const keyless = isDoubtful ? await send(withoutKey) : undefined;
  // One that fails before anything is served is sent once more when something is (ruling 25).
  const isServed = facts.exchanges.some((e) => isAnswered(e) && !isFailed(e));
  if (first !== undefined && isFailed(first) && isServed) {
    await sender.once(first.request, list, { repeats: first.id, isStep: true });
    first = facts.all(list).at(-1);
  }
  const found =
    cause ?? causeInSilence(facts.exchanges, baseUrl) ?? inFront(keyless) ?? causeInBoth(first, created);
  if (found !== undefined) sender.stop(found);
  else if (answeredWith(first, 200)) sender.recheck.list = first.request;
  return done;
}

function isSilence({ kind, partial }: Failure): boolean {
  return kind === "timeout" && partial === undefined;
}
