import { resolve } from "node:path";
import { exchangeLabel } from "#core/check/inputs/step.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import type { Run, RunEvent } from "#core/run/result.ts";
import { ofRedacted, type Redacted } from "#core/secrets/redacted.ts";
import { FileUntilLost, openEmpty } from "#files/write-whole.ts";
import { pathWithQuery } from "#report/curl.ts";
import { opened } from "#report/formats/write.ts";
import { reachOf } from "#report/reach.ts";
import type { Io } from "../io.ts";

/**
 * What happens in a run as it happens, as NDJSON: `planned`, `round`, `exchange`, `settled`, `waiting`, `notice`, and `finished`
 * last. A stream without `finished` is truncated. Nothing that the target sent is in it but statuses. A disk that is
 * full ends the stream, not the run: that is reported, once.
 * @param path a file, or `-` for standard output
 * @throws ReportError where the file cannot be written
 */
export class EventStream extends FileUntilLost {
  constructor(path: string, io: Io) {
    const place = () => openEmpty(resolve(io.folder, path));
    const out = { write: io.out, close: () => undefined };
    super(path === "-" ? out : opened(path, "events", place), (why) =>
      io.err(`petstore-conformance: no more events could be written to ${path} (${why}); the run went on\n`),
    );
  }

  onEvent(event: Redacted<RunEvent>): void {
    this.write(() => `${JSON.stringify(recordOf(event))}\n`);
  }

  finish(run: Redacted<Run>): void {
    this.onEvent(ofRedacted<RunEvent>({ kind: "finished", run }));
  }
}

function recordOf(event: Redacted<RunEvent>): Record<string, unknown> {
  switch (event.kind) {
    case "planned":
    case "round":
    case "settled": {
      const { kind, ...facts } = event;
      return { event: kind, ...facts };
    }
    case "exchange": {
      const { id, request, outcome, times } = event.exchange;
      return {
        event: "exchange",
        id,
        label: exchangeLabel(event.exchange),
        method: request.method,
        path: pathWithQuery(request),
        status: outcome.kind === "answer" ? outcome.answer.status : null,
        failure: outcome.kind === "failure" ? outcome.failure.kind : null,
        sentAt: new Date(times.sentAtMs).toISOString(),
        totalMs: times.endedAtMs - times.sentAtMs,
      };
    }
    case "waiting":
      return {
        event: "waiting",
        cause: event.cause,
        label: event.label ?? null,
        reason: escapeForTerminal(event.reason),
        until: new Date(event.untilMs).toISOString(),
      };
    case "notice":
      return { event: "notice", sentence: escapeForTerminal(event.sentence) };
    case "finished": {
      const { runId, outcome, exitCode, reason = null, partial, counts, requests, verdicts } = event.run;
      const failed = verdicts.filter(({ verdict }) => verdict === "fail").map(({ id }) => id);
      const ended = { runId, outcome, exitCode, reason, partial };
      return { event: "finished", ...ended, reach: reachOf(event.run), counts, failed, requests };
    }
  }
}
