import { prepare } from "#assembly/assemble.ts";
import { createHttpTransport } from "#core/exchange/transport/http-transport.ts";
import { judgeRecording } from "#core/recording/judge-again.ts";
import { judgedBy, lineOf, readRecording } from "#core/recording/recording.ts";
import { startRun } from "#core/run/engine.ts";
import { defaultOptions } from "#core/run/options.ts";
import type { Run } from "#core/run/result.ts";
import { createSecrets, type Secrets } from "#core/secrets/secrets.ts";
import { causeSentence } from "#report/words/cause-in-words.ts";
import { createQuietClock, quiet } from "../exchange/quiet-clock.ts";
import { startBedServer } from "./bed-server.ts";
import { bedKey } from "./petstore.ts";
import type { HostileCase } from "./targets.ts";

interface Judged {
  readonly run: Run;
  /** Connections still open when the run had ended and closed its own. */
  readonly openSockets: number;
  /** By the run's clock, which stands still while anything comes. */
  readonly elapsedMs: number;
  /** What the run wants kept out of every report. */
  readonly secrets: Secrets;
  /** Its recording, and the run as judged again from it. */
  readonly recorded: string;
  readonly again: Run;
}

const preparing = prepare();

/** One run of the suite against one hostile target, over real sockets on 127.0.0.1. */
export async function judgeCase(hostile: HostileCase): Promise<Judged> {
  const clock = createQuietClock();
  const server = await startBedServer(hostile.hostility(), { ...hostile, clock });
  const baseUrl = hostile.isProxy ? new URL("http://pets.test/v1") : server.url;
  const transport = createHttpTransport({
    baseUrl,
    clock,
    concurrency: defaultOptions.concurrency,
    proxy: hostile.isProxy ? new URL(server.url.origin) : undefined,
    ...(hostile.ca !== undefined && { tls: { ca: hostile.ca } }),
  });
  const beganMs = clock.now();
  const secrets = createSecrets();
  const prepared = await preparing;
  const by = judgedBy(prepared.contract, prepared.requirements);
  const lines: string[] = [];
  try {
    const run = await startRun({
      ...prepared,
      options: {
        ...defaultOptions,
        seed: 1,
        runId: "0123456789abcdef0123",
        timeoutMs: hostile.timeoutMs,
        consistencyWaitMs: 100,
        maxWaitMs: 1000,
      },
      transport,
      clock,
      clockKind: "wall",
      baseUrl,
      target: baseUrl.href,
      key: bedKey,
      extraHeaders: [],
      signal: new AbortController().signal,
      secrets,
      journal: (entry) => void lines.push(lineOf(entry, by)),
    });
    const elapsedMs = clock.now() - beganMs;
    await transport.close();
    const openSockets = await settled(server.open);
    const recording = readRecording(lines);
    const { options } = recording.start;
    const again = await judgeRecording(recording, { ...prepared, options, asThen: true });
    return { run, openSockets, elapsedMs, secrets, recorded: lines.join("\n"), again };
  } finally {
    await transport.close();
    await server.close();
  }
}

/** How many are open in the end: the other side learns of a closed connection a moment later. */
export async function settled(open: () => number): Promise<number> {
  await quiet(() => open() === 0);
  return open();
}

/** What a run came to, in the words of an `Expected`. */
export function cameTo({ exitCode, reason, rootCause, verdicts, words }: Run) {
  const failed = verdicts.filter((v) => v.level === "must" && v.verdict === "fail").map((v) => v.id);
  return { exitCode, reason, says: rootCause && causeSentence(rootCause, words), fails: failed };
}
