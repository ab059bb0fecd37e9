import { hash } from "node:crypto";
import packageJson from "../../../package.json" with { type: "json" };
import { judgedOperation } from "../check/facts.ts";
import { loadGenerators } from "../check/inputs/generate.ts";
import { seededRandom } from "../check/inputs/random.ts";
import type { RootCause } from "../check/results/cause.ts";
import type { PreparedSuite } from "../check/suite.ts";
import { credentialHeadersOf } from "../contract/contract.ts";
import { Client } from "../exchange/client.ts";
import { type Clock, onAbort } from "../exchange/clock/clock.ts";
import { roomFor } from "../exchange/decoding/evidence-room.ts";
import type { HeaderLine } from "../exchange/exchange.ts";
import { Gate } from "../exchange/pacing/gate.ts";
import type { Transport } from "../exchange/transport/transport.ts";
import type { Redacted } from "../secrets/redacted.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { judgeEvidence, runOf } from "./conclude-run.ts";
import { drive } from "./conduct.ts";
import {
  evidenceOf,
  type Journal,
  type JournalEntry,
  type KeptJournal,
  keepEntry,
  keepStart,
  type RunStart,
  type RunTarget,
} from "./journal/journal.ts";
import { redactedEvent, redactedRun } from "./journal/redact-run.ts";
import { Trace } from "./journal/trace.ts";
import { messageOf } from "./judging/conclude.ts";
import type { RunOptions } from "./options.ts";
import { PlanProgress } from "./plan/plan-progress.ts";
import { isReported, scopeOf } from "./plan/selection.ts";
import type { Run, RunEvent } from "./result.ts";
import { experiment } from "./sending/experiments.ts";
import type { RenewKey } from "./sending/key-renewal.ts";
import type { Driving } from "./sending/schedule.ts";
import { Sender } from "./sending/sender.ts";
import { makeSetting, maxDuration } from "./setting.ts";

/** What a run is given, whatever its target. */
export interface RunGiven {
  readonly options: RunOptions;
  /** How to get another key where this one expires. */
  readonly renewKey?: RenewKey | undefined;
  readonly extraHeaders: readonly HeaderLine[];
  /** Aborted when the run is to end early. */
  readonly signal: AbortSignal;
  /** Learns every credential that is sent; events and the run's result are redacted by it. */
  readonly secrets: Secrets;
  readonly onEvent?: (event: Redacted<RunEvent>) => void;
  /** Leave out the events of single exchanges and steps: they are many, and each is redacted. */
  readonly withoutSteps?: boolean;
  /** Gets what happens, without secrets. */
  readonly journal?: KeptJournal;
}

export interface StartInput extends RunGiven, PreparedSuite, RunTarget {
  readonly clock: Clock;
  readonly transport: Transport;
  readonly key: string | undefined;
}

/**
 * Runs the suite against a target. What is sent and what is found depend on the answers as they came; nothing leaves but
 * redacted. Rejects only for a mistake in the suite's own code outside checks.
 */
export async function startRun(input: StartInput): Promise<Redacted<Run>> {
  const { contract, suite, clock, baseUrl, requirements, signal, secrets } = input;
  if (input.key !== undefined) secrets.add(input.key);
  const options = { ...input.options, runId: idBeside(input.options.runId, secrets) };
  if (options.profile === "thorough") await loadGenerators();
  const onEvent = (event: RunEvent): void => input.onEvent?.(redactedEvent(event, secrets));
  const startedAtMs = clock.now();
  const errors: { where: string; message: string }[] = [];
  const onError = (where: string, error: unknown) => void errors.push({ where, message: messageOf(error) });
  const setting = makeSetting(options, contract, baseUrl, startedAtMs, input.key);
  const start: RunStart = {
    ...{ baseUrl, target: input.target, clockKind: input.clockKind, startedAtMs, options },
    ...{ keyHasCase: setting.keyHasCase, keyIsWord: setting.keyIsWord },
  };
  input.journal?.(keepStart(start, secrets));
  const entries: JournalEntry[] = [];
  const journal: Journal = (entry) => {
    entries.push(entry);
    input.journal?.(keepEntry(entry, secrets));
  };
  const trace = new Trace(contract, setting, options.seed, journal);
  const stopping = new AbortController();
  const gate = new Gate({
    clock,
    random: seededRandom(options.seed, "backoff"),
    concurrency: options.concurrency,
    maxWaitMs: options.maxWaitMs,
    operationOf: (exchange) => judgedOperation(exchange, trace.facts),
    onWait: (reason, untilMs, cause) => onEvent({ kind: "waiting", cause, reason, untilMs }),
  });
  const client = new Client({
    ...input,
    credentialHeaders: credentialHeadersOf(contract),
    traceRoot: options.trace ? options.runId : undefined,
    userAgent: `petstore-conformance/${packageJson.version}`,
    timeoutMs: options.timeoutMs,
    maxBodyBytes: options.maxBodyBytes,
    maxEvidence: roomFor(contract.operations.size + contract.others.size),
    signal: stopping.signal,
  });
  const progress = new PlanProgress(
    requirements.filter((r) => isReported(r, options)),
    suite.probe,
  );
  const showsSteps = input.onEvent !== undefined && !input.withoutSteps;
  const onExchange = (exchange: Run["exchanges"][number]) => {
    if (showsSteps) onEvent({ kind: "exchange", exchange });
  };
  const { renewKey } = input;
  const means = { suite, options, client, renewKey, gate, trace, clock, onExchange, signal: stopping.signal };
  const sender = new Sender(means);
  const stop = (cause: RootCause) => {
    sender.stop(cause);
    stopping.abort();
  };
  const interrupt = () => stop({ kind: "interrupted", exchange: undefined });
  if (signal.aborted) interrupt();
  const stopListening = onAbort(signal, interrupt);
  const mostMs = maxDuration(options);
  const cancelDeadline = clock.after(mostMs, () =>
    stop({ kind: "time-spent", maxSeconds: Math.round(mostMs / 1000), exchange: undefined }),
  );
  const onSettled: Driving["onSettled"] = ({ id: step, label }) => {
    progress.settle(step);
    if (showsSteps) onEvent({ kind: "settled", step, label, areas: progress.areas() });
  };
  const driving: Driving = {
    ...scopeOf({ ...means, contract: trace.facts.contract, requirements }, trace.facts),
    ...{ sender, progress, journal, onEvent, onSettled, onError },
  };
  try {
    const driven = await drive(driving);
    // On a machine with few descriptors, the modules that conclude the run can be loaded only once the connections have
    // given up theirs.
    client.renewConnections();
    const { stopped } = sender;
    const endEntry = () =>
      ({ kind: "end", end: { endedAtMs: clock.now(), stopped, ...driven, errors } }) as const;
    const before = entries.length;
    const end = endEntry();
    const evidence = evidenceOf(start, [...entries, end]);
    const judging = { contract, suite, requirements, options, asThen: true };
    const judged = await judgeEvidence(evidence, judging);
    const run = await runOf(judged, evidence);
    // Experiments come after the verdicts and cannot end the run otherwise.
    if (stopped === undefined && run.outcome === "non-conforming") await experiment(run.causes, driving);
    const isLonger = entries.length > before;
    journal(isLonger ? endEntry() : end);
    return redactedRun(isLonger ? await runOf(judged, evidenceOf(start, entries)) : run, secrets);
  } finally {
    stopListening();
    cancelDeadline();
  }
}

/** The id, or one made of it that holds no secret: it stands in names that reports show. */
function idBeside(runId: string, secrets: Secrets): string {
  if (secrets.redact(runId) === runId) return runId;
  return idBeside(hash("sha256", runId).slice(0, runId.length), secrets);
}
