import type { Clock } from "../exchange/clock/clock.ts";
import { startExamServer } from "./exam-server.ts";
import type { EndReason, Session, SessionEnd } from "./exchange.ts";
import type { RunningClient } from "./run-command.ts";
import { createSession, type LiveSession, mostRequests } from "./session.ts";
import type { Situation } from "./situation.ts";
import { situations } from "./situations.ts";

/** How often a session is looked at, for what ends it. */
const lookEveryMs = 100;

/** When every situation is over, a client is looked at for so long, and the exam ends whatever it goes on to send. */
const lastLookMs = 2_000;

/** Connections that are no HTTP, after which the client is taken for one that speaks TLS. */
const mostTls = 3;

export interface ConductOptions {
  readonly clock: Clock;
  readonly key: string;
  /** A loopback address. */
  readonly host: string;
  readonly signal: AbortSignal;
}

/** The situations that were chosen, and those beside which they are judged. In the order of the table. */
export function withControls(chosen: readonly Situation[]): readonly Situation[] {
  const names = new Set(chosen.map(({ name }) => name));
  for (const { control } of situations.filter(({ name }) => names.has(name))) if (control) names.add(control);
  // The control of a control.
  for (const { control } of situations.filter(({ name }) => names.has(name))) if (control) names.add(control);
  return situations.filter(({ name }) => names.has(name));
}

export interface ExamineOptions extends ConductOptions {
  /** Starts the client against this base address. */
  readonly start: (place: { readonly url: string; readonly key: string }) => RunningClient;
  /** How long the client may take each time. */
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly situations: readonly Situation[];
  readonly onSession?: (session: Session) => void;
}

/** Starts the client once for each situation, so that what it does in one shows nothing of another. */
export async function examine(options: ExamineOptions): Promise<readonly Session[]> {
  const { concurrency, onSession } = options;
  const played = withControls(options.situations);
  const sessions = new Map<Situation, Session>();
  // The longest first, so that none of them is left alone at the end.
  const left = played.toSorted((a, b) => b.longestSeconds - a.longestSeconds).values();
  let ids = 0;
  const work = async (): Promise<void> => {
    for (const situation of left) {
      if (options.signal.aborted) return;
      const session = await playWithClient(situation, options, () => ++ids);
      sessions.set(situation, session);
      onSession?.(session);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return played.flatMap((situation) => sessions.get(situation) ?? []);
}

async function playWithClient(
  situation: Situation,
  options: ExamineOptions,
  nextId: () => number,
): Promise<Session> {
  const { clock, key, host, signal, timeoutMs } = options;
  let elsewhere = "";
  const live = createSession({ clock, key, situations: [situation], elsewhere: () => elsewhere, nextId });
  let tls = 0;
  const server = await startExamServer({
    session: live,
    host,
    port: 0,
    onStrange: (what) => {
      if (what === "speaks-tls") tls += 1;
    },
  });
  elsewhere = server.elsewhere;
  const running = options.start({ url: server.url, key });
  const startedAtMs = clock.now();
  const watch = setInterval(() => {
    if (signal.aborted) running.stop("interrupted");
    else if (live.requests > mostRequests) running.stop("floods");
    else if (tls >= mostTls) running.stop("speaks-tls");
    else if (clock.now() - startedAtMs > timeoutMs) running.stop("hangs");
  }, lookEveryMs);
  const { end, output } = await running.ended;
  clearInterval(watch);
  await server.close();
  const isTls = end.kind === "exited" && tls > 0 && live.requests === 0;
  return {
    ...sessionOf(live, isTls ? { kind: "ended", why: "speaks-tls" } : end, clock.now()),
    situation: situation.name,
    ...(output !== undefined && { output }),
  };
}

function sessionOf(live: LiveSession, end: SessionEnd, endedAtMs: number): Session {
  const { requests, conductor } = live;
  const exchanges = live.exchanges();
  return { situation: undefined, exchanges, end, endedAtMs, requests, waiting: conductor.waiting };
}

export interface PortOptions extends ConductOptions {
  /** 0 picks a free one. */
  readonly port: number;
  readonly situations: readonly Situation[];
  /** The exam ends when nothing has arrived for so long, from the first request on. */
  readonly idleMs: number;
  /** The exam ends after so long. */
  readonly mostMs: number;
}

export interface OpenExam {
  readonly url: string;
  /** Resolves when the exam has ended: by `end`, or as the options say. */
  readonly session: Promise<Session>;
  end(why?: EndReason): void;
}

/** Opens a port on which a client is led through the situations. Rejects where the port cannot be opened. */
export async function openExam(options: PortOptions): Promise<OpenExam> {
  const { clock, key, host, port, signal, idleMs, mostMs } = options;
  let elsewhere = "";
  let ids = 0;
  let tls = 0;
  const chosen = options.situations;
  const live = createSession({
    clock,
    key,
    situations: chosen,
    elsewhere: () => elsewhere,
    nextId: () => ++ids,
  });
  const server = await startExamServer({
    session: live,
    host,
    port,
    onStrange: (what) => {
      if (what === "speaks-tls") tls += 1;
    },
  });
  elsewhere = server.elsewhere;
  const { promise, resolve } = Promise.withResolvers<SessionEnd>();
  const end = (why?: EndReason) => resolve(why === undefined ? { kind: "open" } : { kind: "ended", why });
  const startedAtMs = clock.now();
  let seen = 0;
  let seenAtMs = startedAtMs;
  let busyAtMs = startedAtMs;
  const watch = setInterval(() => {
    const nowMs = clock.now();
    if (live.requests !== seen) [seen, seenAtMs] = [live.requests, nowMs];
    // Where it is not known when it is to end, the client may need its port.
    if (!live.conductor.isOver || idleMs === Number.POSITIVE_INFINITY) busyAtMs = nowMs;
    if (signal.aborted || nowMs - busyAtMs > lastLookMs) end();
    else if (live.requests > mostRequests) end("floods");
    else if (tls >= mostTls && live.requests === 0) end("speaks-tls");
    else if (nowMs - startedAtMs > mostMs) end(nowMs - seenAtMs > idleMs ? undefined : "time");
    else if (seen > 0 && nowMs - seenAtMs > idleMs) end();
  }, lookEveryMs);
  const session = promise.then(async (ended) => {
    clearInterval(watch);
    const isOne = chosen.length === 1;
    const names = chosen.map(({ name }) => name);
    const whole = {
      ...sessionOf(live, ended, clock.now()),
      ...(isOne ? { situation: names[0] } : { situations: names }),
    };
    await server.close();
    return whole;
  });
  return { url: server.url, session, end };
}
