import type { Means } from "#cli/commands/ui/actions.ts";
import type { Io } from "#cli/io.ts";
import { stepRef } from "#core/check/case.ts";
import type { Run, RunEvent } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { sampleExchange } from "../exchange/sample-exchange.ts";
import { noSecrets } from "../report/sample-run.ts";

/** What a command has around it, for tests: no terminal, an empty environment; what it prints is kept. */
export function sampleIo(given: Partial<Io> = {}) {
  const printed = { out: "", err: "" };
  const io: Io = {
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    outIsTerminal: false,
    errIsTerminal: false,
    columns: undefined,
    rows: undefined,
    env: {},
    folder: "/",
    readStandardInput: async () => "",
    onInterrupt: () => () => undefined,
    cleanups: new Set(),
    secrets: new Secrets(given.env?.PETSTORE_API_KEY ?? ""),
    ...given,
  };
  return { io, printed };
}

/** What a command ends with and prints, with this around it. */
export async function ran<T>(command: (io: Io) => Promise<T>, around?: Partial<Io>) {
  const { io, printed } = sampleIo(around);
  return { code: await command(io), ...printed };
}

interface Given {
  readonly run: Redacted<Run>;
  /** The run goes on until this. */
  readonly until?: Promise<void>;
  readonly onStop?: () => void;
}

const none = (): never => {
  throw new Error("this is not asked for");
};

/** A command line whose runs all find the same, with text of the target's in their events. */
export function sampleMeans({ run, until = Promise.resolve(), onStop }: Given): Means {
  return {
    baseUrl: run.target,
    examCommand: undefined,
    startRun: async (_, { onEvent }, signal) => {
      signal.addEventListener("abort", () => onStop?.());
      const reason = "<img src=x onerror=alert(1)>";
      const areas = [{ area: "LIST", cases: 2, settled: 1 }];
      const events: readonly RunEvent[] = [
        { kind: "waiting", cause: "retry-after", reason, untilMs: Date.now() + 60_000 },
        { kind: "settled", step: stepRef("limit/101").id, label: "limit 101", areas },
        { kind: "exchange", exchange: sampleExchange({}) },
      ];
      for (const event of events) onEvent(noSecrets.redact(event));
      return {
        target: run.target,
        recording: "reports/run.ndjson",
        soFar: async () => run,
        finished: until.then(() => run),
      };
    },
    catalogue: async () => [],
    explain: async () => undefined,
    files: async () => [],
    judge: none,
    judgeExam: none,
    verify: none,
    servers: async () => [],
    startReference: none,
    exam: none,
    messageOf: (error) => (error instanceof Error ? error.message : undefined),
  };
}
