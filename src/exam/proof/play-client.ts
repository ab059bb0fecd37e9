import type { ScriptedRun, Wire } from "#core/check/clients/client-suite.ts";
import type { Session } from "#core/check/clients/session.ts";
import type { Situation } from "#core/check/clients/situation.ts";
import { seededRandom } from "#core/check/inputs/random.ts";
import { VirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import { matcherOf } from "../exam-recording.ts";
import { type ExamReport, type PreparedExam, reportOf } from "../exam-report.ts";
import { type Incoming, LiveSession } from "../session.ts";

export const playedKey = "Pk7Qm2ZxTd-9aVbRcXeWf.LgYhNjKsPt_Uv0Iw5Ob~C3Dn8Fq1Gy+H4Jz6LkMrS/TuVxWyZaBcDe=";

const startMs = Date.parse("2026-03-04T05:06:07.089Z");

/** How long a request, or an answer, is on its way. */
const travelMs = 2;

/** Past it, a client hangs. */
const mostMs = 120_000;

/** Examines a scripted client in every situation, in virtual time. */
export async function playClient(run: ScriptedRun, judgedBy: PreparedExam): Promise<ExamReport> {
  const { suite } = judgedBy;
  const openService = await suite.service();
  let ids = 0;
  const sessions = await Array.fromAsync(suite.situations, (situation) => {
    const clock = new VirtualClock(startMs);
    const live = new LiveSession({
      ...{ suite, openService, clock, key: playedKey, situations: [situation] },
      // Another port of the same host, as in an exam.
      elsewhere: () => "http://127.0.0.1:8081",
      nextId: () => ++ids,
    });
    return playSituation(run, situation, clock, live);
  });
  return reportOf({
    ...judgedBy,
    sessions,
    source: { kind: "command", command: "a scripted client" },
    key: matcherOf(playedKey),
    ...{ startedAtMs: startMs, endedAtMs: startMs, strict: false, interrupted: false },
  });
}

async function playSituation(
  run: ScriptedRun,
  { name }: Situation,
  clock: VirtualClock,
  live: LiveSession,
): Promise<Session> {
  const travel = () => clock.sleep(travelMs);
  let connections = 0;
  let isOver = false;
  const send: Wire = async (request, origin) => {
    const { method, target, headers, body, connection = ++connections, signal } = request;
    // What is left of a client that hung stands still.
    if (isOver) await new Promise(() => undefined);
    await travel();
    const bytes = typeof body === "object" ? body : new TextEncoder().encode(body);
    const incoming: Incoming = {
      ...{ origin: origin ?? "service", connection, method, target, headers },
      body: bytes,
      bodyBytes: bytes.length,
    };
    const left = new Promise<undefined>((resolve) => {
      signal?.addEventListener("abort", () => resolve(undefined), { once: true });
    });
    const outgoing = await Promise.race([live.receive(incoming, () => signal?.aborted === true), left]);
    await travel();
    if (outgoing?.kind !== "answer") return undefined;
    const { status, headers: sent, body: answer } = outgoing.response;
    return { status, headers: sent, text: new TextDecoder().decode(answer) };
  };
  const ended = run({ clock, key: playedKey, send, random: seededRandom(1, name) });
  const timer = new AbortController();
  const hung = clock
    .sleep(mostMs, timer.signal)
    .catch(() => undefined)
    .then(() => "hung" as const);
  const end = await Promise.race([ended, hung]);
  isOver = true;
  timer.abort();
  return {
    situation: name,
    exchanges: live.exchanges(),
    requests: live.requests,
    endedAtMs: clock.now(),
    ...(end === "hung"
      ? { end: { kind: "ended", why: "hangs" } }
      : { end: { kind: "exited", code: end.code }, ...(end.output !== undefined && { output: end.output }) }),
  };
}
