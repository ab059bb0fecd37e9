import type { StepRef } from "../check/case.ts";
import { answeredWith } from "../check/facts.ts";
import type { Failure, RequestSpec, StepId } from "../exchange/exchange.ts";
import type { Driving } from "./driving.ts";
import { causeInFront, isInFront, mayBeConstant } from "./judging/answers-in-place.ts";
import { causeInBoth, causeInFirst401, causeInFirstList, causeInSilence } from "./judging/root-cause.ts";
import { type Plan, stepTable } from "./plan/plan.ts";
import { runSteps } from "./sending/schedule.ts";
import { maxCreates } from "./setting.ts";

/** Finds the root cause first: reachable, key accepted, one list, one valid create. Returns the ids of what it sent. */
export async function preflight(base: Plan, driving: Driving, round: number): Promise<ReadonlySet<StepId>> {
  const { contract, suite, options, trace, sender } = driving;
  const { list, create, withoutKey, size, isService } = suite.preflight;
  const table = stepTable(suite, contract);
  const done = new Set<StepId>();
  const send = async (wanted: StepRef | undefined) => {
    const step = wanted === undefined ? undefined : table.get(wanted.id);
    if (step === undefined) return;
    const before = [...done].flatMap((id) => table.get(id) ?? []);
    await runSteps([...before, step], driving, { done });
    done.add(step.id);
  };
  const listsBeside = (again: RequestSpec) => ({
    again,
    elsewhere: (refused: RequestSpec) =>
      suite.preflight.unsentList(
        contract,
        refused,
        trace.everything.map(({ request }) => request),
      ),
  });
  await send(list);
  const first = trace.facts.all(list).at(-1);
  if (first !== undefined && isService(first)) {
    sender.recheck.expect(listsBeside(first.request));
    const counting = size(contract);
    if (options.profile === "thorough" && base.steps.some((s) => s.id === counting?.id)) await send(counting);
    return done;
  }
  // In later rounds, a list that is not served is an intermittent fault, and not the cause of all the rest.
  if (round > 1) return done;
  const is401InFront = answeredWith(first, 401) && isInFront(first, trace.facts);
  const cause =
    causeInFirstList(first, driving.baseUrl) ?? (is401InFront ? undefined : causeInFirst401(first));
  // Two whole time-outs without a byte are silence; a create would only add another.
  const silent = trace.facts.exchanges.every(
    (e) => e.outcome.kind === "failure" && isSilence(e.outcome.failure),
  );
  // What decides whether anything is judged is asked whichever requirements are selected: that changes no verdict.
  const isDecisive = options.profile !== "quick" && maxCreates(options) > 0 && isInFront(first, trace.facts);
  const isPlanned = base.steps.some((s) => s.id === create.id);
  if (cause === undefined && !silent && (isPlanned || isDecisive)) await send(create);
  const last = (step: StepRef) => trace.facts.all(step).at(-1);
  const seen = { list: first, create: last(create) };
  const mayBeInFront =
    causeInFront({ ...seen, withoutKey: undefined }, suite.preflight, trace.facts) !== undefined;
  if (cause === undefined && (mayBeInFront || mayBeConstant(first))) await send(withoutKey);
  const found =
    cause ??
    causeInSilence(trace.facts.exchanges, driving.baseUrl) ??
    causeInFront({ ...seen, withoutKey: last(withoutKey) }, suite.preflight, trace.facts) ??
    causeInBoth(first, seen.create);
  if (found !== undefined) sender.stop(found);
  else if (answeredWith(first, 200)) sender.recheck.expect(listsBeside(first.request));
  return done;
}

function isSilence({ kind, partial }: Failure): boolean {
  return kind === "timeout" && partial === undefined;
}
