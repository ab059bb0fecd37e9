import type { ClientSuite } from "#core/check/clients/client-suite.ts";
import type { EndReason, Late, Session, SessionEnd } from "#core/check/clients/session.ts";
import { plain, type Situation } from "#core/check/clients/situation.ts";
import type { Clock } from "#core/exchange/clock/clock.ts";
import { UsageError } from "#core/options/usage-error.ts";
import { notStarted, whyEnded } from "./exam-notes.ts";
import { settled, startExamServer } from "./exam-server.ts";
import type { CommandLine, RunningClient } from "./run-client.ts";
import { LiveSession, mostRequests } from "./session.ts";
import type { TlsIdentity } from "./tls-certificate.ts";

/** When every situation is over, a client is looked at for so long, and the exam ends whatever it goes on to send. */
const lastLookMs = 2_000;

/** A client that hangs in the plain situation, or in so many others, is taken to hang in the rest, too. */
const mostHangs = 4;

export interface ConductOptions {
  readonly suite: ClientSuite;
  readonly clock: Clock;
  readonly key: string;
  /** A loopback address. */
  readonly host: string;
  /** Undefined: the service speaks plain HTTP. */
  readonly tls?: TlsIdentity | undefined;
  readonly situations: readonly Situation[];
  readonly signal: AbortSignal;
}

/** A client in this process. It rejects where it fails, as a command would end with an exit code. */
export type ClientFunction = (
  service: ServiceAccess & {
    /** Aborted when the exam ends the session: the client took too long, or sent too much. */
    readonly signal: AbortSignal;
  },
) => unknown;

export interface ServiceAccess {
  /** The base address, ending in `/v1`. */
  readonly url: string;
  readonly key: string;
  /** With `tls`: the certificate to trust, in PEM. */
  readonly ca: string | undefined;
}

export type Client =
  | { readonly call: ClientFunction }
  | { readonly commandFor: (access: ServiceAccess) => CommandLine };

/** A certificate for every loopback name. Throws UsageError for an address that others can reach. */
export async function examIdentity(host: string, nowMs: number): Promise<TlsIdentity> {
  if (!/^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host))
    throw new UsageError({
      what: `--tls is for a loopback address; got ${host}`,
      where: "--host",
      remedy: "Leave --host out, or give 127.0.0.1, ::1 or localhost.",
    });
  const { createTlsIdentity } = await import("./tls-certificate.ts");
  const hosts = [...new Set([host, "localhost", "127.0.0.1", "::1"])];
  return createTlsIdentity(hosts, nowMs);
}

/** The situations that were chosen, and those beside which they are judged. In the order of the suite. */
export function withControls(
  chosen: readonly Situation[],
  { situations }: ClientSuite,
): readonly Situation[] {
  const byName = new Map(situations.map((one) => [one.name, one]));
  const names = new Set(chosen.map(({ name }) => name));
  // Those that are added are looked at in their turn: the control of a control is one, too.
  for (const name of names) names.add(byName.get(name)?.control ?? name);
  return situations.filter(({ name }) => names.has(name));
}

interface ExamineOptions extends ConductOptions {
  readonly client: Client;
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly onSession?: (session: Session) => void;
  /** Holds what ends the clients that run, for a process that has to end before them. */
  readonly cleanups?: Set<() => void>;
}

/** Starts the client once for each situation, so that what it does in one shows nothing of another. */
export async function examine(options: ExamineOptions): Promise<readonly Session[]> {
  const { suite, client, concurrency, onSession, clock, key, tls, signal, timeoutMs, cleanups } = options;
  const played = withControls(options.situations, suite);
  const { RunningCommand, runFunction } = await import("./run-client.ts");
  let isHopeless = false;
  let ids = 0;
  const start = (access: ServiceAccess): RunningClient =>
    "call" in client
      ? runFunction((signal) => client.call({ ...access, signal }))
      : new RunningCommand(client.commandFor(access));
  const play = async (situation: Situation): Promise<Session> => {
    const opened = await openPorts([situation], 0, () => ++ids, options);
    const running = start({ url: opened.url, key, ca: tls?.cert });
    const interrupt = () => running.stop("interrupted");
    cleanups?.add(interrupt);
    const startedAtMs = clock.now();
    opened.watch((nowMs) => {
      if (signal.aborted) interrupt();
      else if (isHopeless) running.stop("given-up");
      else if (opened.live.requests > mostRequests) running.stop("floods");
      else if (nowMs - startedAtMs > timeoutMs) running.stop("hangs");
    });
    const { end, ...more } = await running.ended;
    cleanups?.delete(interrupt);
    return opened.close(end, { situation: situation.name, ...more });
  };
  const sessions = new Map<Situation, Session>();
  // The one without which nothing can be compared, then the longest, so that none of them is left alone at the end.
  const left = played.toSorted((a, b) => rankOf(b) - rankOf(a)).values();
  const hung: Situation[] = [];
  let missing = false;
  const work = async (): Promise<void> => {
    for (const situation of left) {
      if (signal.aborted) return;
      if (isHopeless) {
        const none = { exchanges: [], requests: 0, endedAtMs: clock.now() };
        const end = { kind: "ended", why: "given-up" } as const;
        sessions.set(situation, { ...none, end, situation: situation.name });
        continue;
      }
      const session = await play(situation);
      sessions.set(situation, session);
      // A command that is not there is so in every situation: that is said once.
      if (!missing) onSession?.(session);
      missing ||= notStarted(session) !== undefined;
      // A client that had less time than the situation may take does not count as hanging.
      if (whyEnded(session) === "hangs" && situation.longestSeconds * 1000 < timeoutMs) hung.push(situation);
      isHopeless ||= missing || hung.length >= mostHangs || hung.some(({ name }) => name === plain);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return played.flatMap((situation) => sessions.get(situation) ?? []);
}

function rankOf({ name, longestSeconds }: Situation): number {
  return name === plain ? Number.POSITIVE_INFINITY : longestSeconds;
}

/** How often a session is looked at, for what ends it. */
const lookEveryMs = 100;

/** A smaller delay is the ordinary inaccuracy of timers. */
const leastLateMs = 10;
const mostLate = 1_000;

async function openPorts(
  situations: readonly Situation[],
  port: number,
  nextId: () => number,
  { suite, clock, key, host, tls }: ConductOptions,
) {
  let elsewhere = "";
  const live = new LiveSession({
    ...{ suite, clock, key, situations, nextId },
    openService: await suite.service(),
    elsewhere: () => elsewhere,
    settle: settled,
  });
  const { basePath } = suite;
  const server = await startExamServer({ session: live, basePath, host, port, tls });
  elsewhere = server.elsewhere;
  let look = (_nowMs: number): void => undefined;
  const late: Late[] = [];
  let dueMs = clock.now() + lookEveryMs;
  const timer = setInterval(() => {
    const nowMs = clock.now();
    const ms = Math.ceil(nowMs - dueMs);
    if (ms >= leastLateMs && late.length < mostLate) late.push({ atMs: nowMs, ms });
    dueMs = nowMs + lookEveryMs;
    look(nowMs);
  }, lookEveryMs);
  return {
    ...{ live, url: server.url },
    /** Has this called every tenth of a second. */
    watch: (by: typeof look): void => {
      look = by;
    },
    close: async (end: SessionEnd, more: Partial<Session>): Promise<Session> => {
      clearInterval(timer);
      const { requests } = live;
      const exchanges = live.exchanges();
      const known = { exchanges, end, endedAtMs: clock.now(), requests, late };
      await server.close();
      return { situation: undefined, ...known, ...(tls !== undefined && { isTls: true }), ...more };
    },
  };
}

interface PortOptions extends ConductOptions {
  /** 0 picks a free one. */
  readonly port: number;
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

/** In most situations a client is silent for less time than after it has ended; in the others it would be taken for ended. */
export function playedOnPort(chosen: readonly Situation[], idleMs: number): readonly Situation[] {
  return chosen.filter(({ silentSeconds = 0 }) => chosen.length === 1 || silentSeconds * 1000 < idleMs);
}

/** Opens a port on which a client is led through the situations. Rejects where the port cannot be opened. */
export async function openExam(options: PortOptions): Promise<OpenExam> {
  const { clock, port, signal, idleMs, mostMs } = options;
  let ids = 0;
  const chosen = playedOnPort(options.situations, idleMs);
  const opened = await openPorts(chosen, port, () => ++ids, options);
  const { live } = opened;
  const { promise, resolve } = Promise.withResolvers<SessionEnd>();
  const end = (why?: EndReason) => resolve(why === undefined ? { kind: "open" } : { kind: "ended", why });
  const startedAtMs = clock.now();
  let seen = 0;
  let seenAtMs = startedAtMs;
  let busyAtMs = startedAtMs;
  opened.watch((nowMs) => {
    if (live.requests !== seen) [seen, seenAtMs] = [live.requests, nowMs];
    // Where it is not known when it is to end, the client may need its port.
    if (!live.conductor.isOver || idleMs === Number.POSITIVE_INFINITY) busyAtMs = nowMs;
    if (signal.aborted || nowMs - busyAtMs > lastLookMs) end();
    else if (live.requests > mostRequests) end("floods");
    else if (nowMs - startedAtMs > mostMs) end(nowMs - seenAtMs > idleMs ? undefined : "time");
    else if (seen > 0 && nowMs - seenAtMs > idleMs) end();
  });
  const names = chosen.map(({ name }) => name);
  const played = chosen.length === 1 ? { situation: names[0] } : { situations: names };
  return { url: opened.url, session: promise.then((ended) => opened.close(ended, played)), end };
}
