import packageJson from "../../package.json" with { type: "json" };
import type { Contract } from "../contract/contract.ts";
import { type Client, createClient } from "../exchange/client.ts";
import type { Clock } from "../exchange/clock.ts";
import type { HeaderLine, RequestSpec } from "../exchange/exchange.ts";
import { createGate } from "../exchange/gate.ts";
import type { Transport } from "../exchange/transport.ts";
import type { Suites } from "./check.ts";
import { conclude, isNamed, isSelected } from "./conclude.ts";
import { createdPets } from "./created.ts";
import { type Facts, isAnswered } from "./facts.ts";
import type { RunOptions } from "./options.ts";
import { countVerdicts, decideOutcome } from "./outcome.ts";
import { isList } from "./pets.ts";
import { makePlan, type Plan, stepTable } from "./plan.ts";
import { overLimitProbe } from "./probe.ts";
import { seededRandom } from "./random.ts";
import { announcedRate } from "./rate.ts";
import type { Requirement } from "./requirement.ts";
import { causeInBoth, causeInFirstList, causeInSilence } from "./root-cause.ts";
import type { RootCause, Run, RunEvent } from "./run.ts";
import { runSteps } from "./schedule.ts";
import { createSender, type Sender } from "./sender.ts";
import { makeSetting, maxBurst, maxCreates, probes } from "./setting.ts";
import type { Step } from "./step.ts";
import { createTrace, type Trace } from "./trace.ts";

export interface StartInput {
  readonly contract: Contract;
  readonly suites: Suites;
  readonly requirements: readonly Requirement[];
  readonly options: RunOptions;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly clockKind: "wall" | "virtual";
  readonly baseUrl: URL;
  /** What the report calls the target. */
  readonly target: string;
  readonly key: string | undefined;
  readonly extraHeaders: readonly HeaderLine[];
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
  /** Told the values that must not leave the run, once it is over. */
  readonly onSecrets?: (secrets: readonly string[]) => void;
}

/** design: Numbers to reach. */
const extendedRequests = 110;
const remainingForExtension = 150;
const maxBodyBytes = 8 * 1024 * 1024;

/** Runs the suites against a target. Rejects only for mistakes of the suite's own outside checks. */
export async function startRun(input: StartInput): Promise<Run> {
  const { contract, suites, options, clock, baseUrl, signal, onEvent } = input;
  const startedAtMs = clock.now();
  const setting = makeSetting(
    options,
    contract,
    baseUrl,
    startedAtMs,
    input.clockKind === "virtual",
    input.key,
  );
  const trace = createTrace(contract, setting, options.seed);
  const errors: { where: string; message: string }[] = [];
  const tooLong = new AbortController();
  const ended = new AbortController();
  const gate = createGate({
    clock,
    random: seededRandom(options.seed, "backoff"),
    concurrency: options.concurrency,
    maxWaitMs: options.maxWaitMs,
    onWait: (reason, untilMs) => onEvent({ kind: "waiting", reason, untilMs }),
  });
  const client: Client = createClient({
    transport: input.transport,
    clock,
    baseUrl,
    key: input.key,
    extraHeaders: input.extraHeaders,
    userAgent: `petstore-conformance/${packageJson.version}`,
    timeoutMs: options.timeoutMs,
    maxBodyBytes,
    gate,
    signal: AbortSignal.any([signal, tooLong.signal]),
  });
  const sender = createSender({
    client,
    trace,
    maxRequests: options.maxRequests,
    onExchange: (exchange) => onEvent({ kind: "exchange", exchange }),
  });
  const interrupt = () =>
    sender.stop({
      reason: "interrupted",
      sentence: "the run was interrupted",
      remedy: undefined,
      exchange: undefined,
    });
  signal.addEventListener("abort", interrupt, { once: true });
  clock.sleep(options.maxDurationMs, ended.signal).then(
    () => {
      sender.stop(outOfTime(options.maxDurationMs));
      tooLong.abort();
    },
    () => undefined, // the run ended first
  );
  const selected = input.requirements.filter(
    (r) => r.level !== "open" && isSelected(r, options) && suites.notApplicable(r, trace.facts) === undefined,
  );
  const plan = await send({ ...input, trace, sender, selected, errors, gate }).finally(() => {
    signal.removeEventListener("abort", interrupt);
    ended.abort();
  });
  input.onSecrets?.(client.secrets());
  const stopped = sender.stopped;
  const { verdicts, errors: judgingErrors } = conclude({
    suites,
    requirements: input.requirements,
    options,
    plan,
    facts: trace.facts,
    stopped,
  });
  for (const { where, error } of judgingErrors) errors.push({ where, message: messageOf(error) });
  const rootCause = stopped ?? suites.rootCause(trace.facts);
  const named = input.requirements
    .filter((r) => isNamed(r, [...options.require, ...options.only]))
    .map((r) => r.id);
  const decided = decideOutcome({
    verdicts,
    cutShort: stopped?.reason,
    required: named,
    strict: options.strict,
    suiteFailed: errors.length > 0,
  });
  const exchanges = trace.everything;
  const probeLabels = [suites.probe.label, suites.probe.recoveryLabel];
  const run: Run = {
    tool: { name: "petstore-conformance", version: packageJson.version },
    runId: options.runId,
    seed: options.seed,
    profile: options.profile,
    target: input.target,
    clock: input.clockKind,
    startedAtMs,
    endedAtMs: clock.now(),
    spec: {
      title: contract.title,
      version: contract.version,
      source: contract.source,
      looser: contract.looser,
    },
    ...decided,
    reason: decided.reason === "evidence-lost" ? (rootCause?.reason ?? decided.reason) : decided.reason,
    partial: stopped !== undefined,
    rootCause,
    counts: countVerdicts(verdicts),
    verdicts,
    exchanges,
    created: createdPets(trace.facts),
    requests: {
      total: exchanges.length,
      posts: exchanges.filter((e) => e.request.method === "POST").length,
      probe: exchanges.filter((e) => probeLabels.includes(e.label)).length,
    },
    notes: [],
    suiteErrors: errors,
  };
  onEvent({ kind: "finished", run });
  return run;
}

interface Sending extends StartInput {
  readonly trace: Trace;
  readonly sender: Sender;
  readonly selected: readonly Requirement[];
  readonly errors: { where: string; message: string }[];
  readonly gate: Parameters<typeof overLimitProbe>[0]["gate"];
}

/** The sending half of a run: preflight, the plan's steps, the over-limit probe last and alone. */
async function send(input: Sending): Promise<Plan> {
  const { contract, suites, options, trace, sender, clock, selected } = input;
  const { list, create } = suites.preflight;
  const scheduling = {
    sender,
    trace,
    clock,
    consistencyWaitMs: options.consistencyWaitMs,
    vet: (step: Step, spec: RequestSpec) => vet(contract, step, spec),
    onError: (label: string, error: unknown) =>
      void input.errors.push({ where: `the step "${label}"`, message: messageOf(error) }),
  };
  const table = stepTable(suites, contract);
  const limits = {
    profile: options.profile,
    maxRequests: options.maxRequests,
    maxCreates: maxCreates(options),
  };
  const base = makePlan(suites, contract, selected, { ...limits, extendTo: undefined, facts: undefined });
  const done = new Set<string>();
  const preflight = async (label: string) => {
    const step = table.get(label);
    if (step === undefined) return;
    await runSteps([...[...done].flatMap((l) => table.get(l) ?? []), step], { ...scheduling, done });
    done.add(label);
  };

  input.onEvent({ kind: "planned", ...planCost(base) });
  await preflight(list);
  const first = trace.facts.all(list).at(-1);
  const cause = causeInFirstList(first, input.baseUrl);
  if (cause !== undefined) sender.stop(cause);
  if (cause === undefined && !isList(first)) {
    if (base.steps.some((s) => s.label === create)) await preflight(create);
    const broken =
      causeInSilence(trace.facts.exchanges) ?? causeInBoth(first, trace.facts.all(create).at(-1));
    if (broken !== undefined) sender.stop(broken);
  } else if (isList(first)) {
    sender.keyWorks(first.request);
    const size = options.profile === "thorough" ? suites.preflight.size(contract) : undefined;
    if (size !== undefined && base.steps.some((s) => s.label === size)) await preflight(size);
  }

  const plan = makePlan(suites, contract, selected, {
    ...limits,
    extendTo: mayExtend(options, trace.facts, list) ? extendedRequests : undefined,
    facts: trace.facts,
  });
  if (sender.stopped === undefined) await runSteps(plan.steps, { ...scheduling, done });
  if (
    probes(options) &&
    selected.some((r) => suites.probe.about.includes(r.id)) &&
    sender.stopped === undefined
  ) {
    const omission = await overLimitProbe({
      plan: suites.probe,
      facts: trace.facts,
      sender,
      gate: input.gate,
      clock,
      concurrency: options.concurrency,
      maxBurst: maxBurst(options),
      maxWaitMs: options.maxWaitMs,
      notice: (sentence) => input.onEvent({ kind: "notice", sentence }),
    });
    if (omission !== undefined) trace.omit(suites.probe.label, omission);
  } else {
    trace.omit(suites.probe.label, {
      omitted: "the over-limit probe was not part of the run",
      why: "state",
      remedy: "--probe",
    });
  }
  const { stopped } = sender;
  for (const { label } of stopped === undefined ? [] : plan.steps) {
    if (trace.facts.all(label).length === 0 && trace.facts.omission(label) === undefined) {
      trace.omit(label, { omitted: stopped?.sentence ?? "", why: "lost" });
    }
  }
  return plan;
}

/** Standard goes on down the table where the service can bear it (design: Numbers to reach). */
function mayExtend(options: RunOptions, facts: Facts, list: string): boolean {
  if (options.profile !== "standard") return false;
  if (options.rateLimit === "off") return true;
  return facts
    .all(list)
    .filter(isAnswered)
    .some((answer) => (announcedRate(answer)?.remaining ?? 0) >= remainingForExtension);
}

function planCost({ steps }: Plan): { requests: [number, number]; creates: [number, number] } {
  const stores = steps.filter((s) => s.stores === true).length;
  return { requests: [1, steps.length], creates: [0, stores] };
}

/** Requests meant to be allowed are held against the contract before they go out, and so are deliberately wrong ones. */
function vet(contract: Contract, step: Step, spec: RequestSpec): void {
  if (step.meant === undefined) return;
  const { problems } = contract.classify(spec);
  if ((step.meant === "allowed") === (problems.length === 0)) return;
  const [first] = problems;
  throw new Error(
    first === undefined
      ? `the request of "${step.label}" is meant to be wrong, and the contract allows it`
      : `the request of "${step.label}" is meant to be allowed: ${first.part} ${first.at} is not ${first.expected}`,
  );
}

function outOfTime(maxDurationMs: number): RootCause {
  const seconds = Math.round(maxDurationMs / 1000);
  return {
    reason: "budget",
    sentence: `the run took longer than its ${seconds} s`,
    remedy: `--max-duration ${seconds * 2}`,
    exchange: undefined,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
