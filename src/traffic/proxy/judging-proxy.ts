import { setImmediate as afterImmediates } from "node:timers/promises";
import type { PreparedSuite } from "#core/check/suite.ts";
import type { RecordPlace } from "#core/recording/recording-file.ts";
import { RecentSecrets } from "#core/secrets/numbered-secrets.ts";
import { withPlainBodies } from "../credentials.ts";
import { recordTraffic } from "../files/record-traffic.ts";
import { TrafficJudge } from "../traffic-judge.ts";
import { violationLines } from "../traffic-report.ts";
import { type ProxyPlace, startProxy } from "./proxy.ts";

interface JudgingProxyInput extends ProxyPlace {
  readonly target: URL;
  readonly prepared: PreparedSuite;
  readonly record: RecordPlace | undefined;
  /** What one exchange broke, or why nothing reaches the target, in lines for a terminal. */
  readonly onViolation: (lines: string) => void;
  readonly columns: () => number;
}

/** How much of one body is judged; a larger one is passed on all the same. */
const mostJudgedBytes = 1 << 20;

/** How much of the bodies under way is kept, on all connections; what goes beyond passes and is not judged. */
const mostBytesUnderWay = 64 << 20;

/**
 * Passes every request on, unchanged, and judges each exchange once its answer has gone out.
 * @throws ReportError where what passes cannot be recorded, and what Node throws where the port cannot be opened
 */
export async function startJudgingProxy({
  prepared,
  record,
  onViolation,
  columns,
  ...way
}: JudgingProxyInput) {
  const { target } = way;
  const judge = new TrafficJudge({ ...prepared, recent: new RecentSecrets() });
  const recorder = record && (await recordTraffic(target, prepared.contract, record));
  const notJudged = new Map<string, number>();
  const note = (what: string) => void notJudged.set(what, (notJudged.get(what) ?? 0) + 1);
  const proxy = await startProxy({
    ...way,
    room: { leftBytes: mostBytesUnderWay },
    maxBodyBytes: mostJudgedBytes,
    onExchange: (exchange) => {
      recorder?.record(exchange);
      const { outcome } = exchange;
      if (outcome.kind === "failure" && outcome.failure.phase === "connect") {
        const { message } = outcome.failure;
        if (!notJudged.has(message)) onViolation(`! ${message}\n`);
        note(message);
      }
      // By itself: what undici calls must not throw.
      setImmediate(() => {
        for (const violation of judge.judge(withPlainBodies(exchange)))
          onViolation(violationLines(violation, columns()));
      });
    },
    onNotJudged: note,
  });
  return {
    url: proxy.url,
    /** Ends every connection. `notes`: what was not judged, and why, a sentence each. */
    end: async () => {
      await proxy.close();
      recorder?.close();
      await afterImmediates();
      return {
        result: { judged: judge.judged(), files: [] },
        notes: [...notJudged].map(([what, count]) => `not judged: ${count} × ${what}`),
      };
    },
  };
}
