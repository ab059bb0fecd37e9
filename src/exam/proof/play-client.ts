import type { ClientSuite, OpenService, ScriptedRun, Wire } from "#core/check/clients/client-suite.ts";
import type { Session } from "#core/check/clients/session.ts";
import type { Situation } from "#core/check/clients/situation.ts";
import { seededRandom } from "#core/check/inputs/random.ts";
import { VirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import { matcherOf } from "../exam-recording.ts";
import { type ExamReport, type PreparedExam, reportOf } from "../exam-report.ts";
import { type Incoming, LiveSession } from "../session.ts";

/** The key of every exam in virtual time. */
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
  const played = { run, suite, openService, nextId: () => ++ids };
  const sessions = await Array.fromAsync(suite.situations, (situation) => playSituation(played, situation));
  return reportOf({
    ...judgedBy,
    sessions,
    source: { kind: "command", command: "a scripted client" },
    key: matcherOf(playedKey),
    ...{ startedAtMs: startMs, endedAtMs: startMs, strict: false, interrupted: false },
  });
}

interface Played {
  readonly suite: ClientSuite;
  readonly run: ScriptedRun;
  readonly openService: OpenService;
  readonly nextId: () => number;
}

async function playSituation(
  { run, suite, openService, nextId }: Played,
  situation: Situation,
): Promise<Session> {
  const travel = () => clock.sleep(travelMs);
  const clock = new VirtualClock(startMs);
  // Another port of the same host, as in an exam.
  const elsewhere = () => "http://127.0.0.1:8081";
  const live = new LiveSession({
    ...{ suite, openService, clock, elsewhere, nextId },
    key: playedKey,
    situations: [situation],
  });
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
    const { response } = outgoing;
    const { status } = response;
    return { status, headers: response.headers, text: new TextDecoder().decode(response.body) };
  };
  const ended = run({
    clock,
    key: playedKey,
    send,
    random: seededRandom(1, situation.name),
  });
  const timer = new AbortController();
  const hung = clock
    .sleep(mostMs, timer.signal)
    .catch(() => undefined)
    .then(() => "hung" as const);
  const end = await Promise.race([ended, hung]);
  isOver = true;
  timer.abort();
  return {
    situation: situation.name,
    exchanges: live.exchanges(),
    requests: live.requests,
    endedAtMs: clock.now(),
    ...(end === "hung"
      ? { end: { kind: "ended", why: "hangs" } }
      : { end: { kind: "exited", code: end.code }, ...(end.output !== undefined && { output: end.output }) }),
  };
}
