import type { Means } from "#cli/commands/ui/actions.ts";
import { stepRef } from "#core/check/case.ts";
import type { Run, RunEvent } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { sampleExchange } from "../exchange/sample-exchange.ts";
import { noSecrets } from "../report/sample-run.ts";

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
