import type { Session } from "#core/check/clients/session.ts";
import type { Situation } from "#core/check/clients/situation.ts";
import { noneOfThatName } from "#core/options/usage-error.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import type { ClientFunction } from "#exam/conduct.ts";
import type { ExamReport, ExamSource, PreparedExam } from "#exam/exam-report.ts";

let embedded: Promise<PreparedExam> | undefined;

/** Throws SpecError for a document that cannot be used. The embedded one is compiled once for all exams of a process. */
export function prepareExam(spec: string | undefined): Promise<PreparedExam> {
  if (spec !== undefined) return prepared(spec);
  embedded ??= prepared(undefined);
  return embedded;
}

async function prepared(spec: string | undefined): Promise<PreparedExam> {
  const { clientSuite: suite } = await import("#suites/client-registry.ts");
  const contract = await suite.load({ spec });
  return { suite, contract, requirements: suite.requirements(contract) };
}

/**
 * A new key: random, so that what looks like it in a request is it. It has every kind of character that a bearer token may
 * have (RFC 6750, 2.1), and is long: what changes its letter case, escapes it, or drops its end, is seen.
 */
function newKey(): string {
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(72))).toString("base64");
  const letters = random.replaceAll(/[^A-Za-z0-9]/g, "").padEnd(70, "0");
  const part = (at: number) => letters.slice(at * 10, at * 10 + 10);
  return `Pk${part(0)}-${part(1)}.${part(2)}_${part(3)}~${part(4)}+${part(5)}/${part(6)}=`;
}

/** The situations of these names; all of them if no name is given. Throws UsageError for an unknown name. */
function situationsNamed(names: readonly string[], situations: readonly Situation[]): readonly Situation[] {
  const known = situations.map(({ name }) => name);
  for (const name of names) {
    if (known.includes(name)) continue;
    const listed = "`petstore-conformance exam list` prints them all.";
    throw noneOfThatName("situation", name, "--situation", known, listed);
  }
  return names.length === 0 ? situations : situations.filter(({ name }) => names.includes(name));
}

export interface ExamInput {
  /** Play these situations alone, and those that they are compared with. Default: all. */
  readonly situations?: readonly string[];
  /** The address to listen on; default 127.0.0.1. With `tls` a loopback address. */
  readonly host?: string;
  /** An OpenAPI document (a file or a URL) to judge by in place of the embedded one. */
  readonly spec?: string | undefined;
  /** A failed should fails the exam. */
  readonly strict?: boolean;
  /** Speak https on a loopback address with a new certificate, for a day at most. The client has to trust `ca`. */
  readonly tls?: boolean;
}

export interface ExamineInput extends ExamInput {
  /** How long the client may take in one situation, in milliseconds; default 60,000. */
  readonly timeoutMs?: number;
  /** How many clients run at the same time; default 6. */
  readonly concurrency?: number;
}

export interface StartedExam {
  /** The base address for the client, ending in `/v1`. */
  readonly url: string;
  readonly key: string;
  /** With `tls`: the certificate of the authority to trust, in PEM. */
  readonly ca: string | undefined;
  /** Ends the exam, and judges what arrived. The same report however often it is asked for. */
  report(): Promise<Redacted<ExamReport>>;
}

/**
 * Opens a port on which a client is led through the situations, one after the other, whatever it calls.
 * Throws UsageError for an unknown situation or for `tls` on another address, SpecError for a document that cannot be used.
 */
export async function exam(input: ExamInput & { readonly port?: number } = {}): Promise<StartedExam> {
  const parts = await load(input);
  const { openExam } = await import("#exam/conduct.ts");
  const opened = await openExam({
    ...parts.setting,
    port: input.port ?? 0,
    idleMs: Number.POSITIVE_INFINITY,
    mostMs: Number.POSITIVE_INFINITY,
  });
  let report: Promise<Redacted<ExamReport>> | undefined;
  return {
    url: opened.url,
    key: parts.setting.key,
    ca: parts.setting.tls?.cert,
    report: () => {
      opened.end();
      report ??= opened.session.then((session) => parts.judge({ kind: "port", url: opened.url }, [session]));
      return report;
    },
  };
}

/**
 * Calls the client once for each situation, each time with another base address, and compares what it does in one with
 * what it does in one where everything else is the same. Where it cannot do its work, the client has to reject.
 * Throws UsageError for an unknown situation or for `tls` on another address, SpecError for a document that cannot be used.
 */
export async function examine(
  client: ClientFunction,
  input: ExamineInput = {},
): Promise<Redacted<ExamReport>> {
  const { timeoutMs = 60_000, concurrency = 6 } = input;
  const parts = await load(input);
  const conduct = await import("#exam/conduct.ts");
  const sessions = await conduct.examine({
    ...parts.setting,
    ...{ timeoutMs, concurrency },
    client: { call: client },
  });
  return parts.judge({ kind: "function" }, sessions);
}

async function load(input: ExamInput) {
  const { setting, reportOn } = await beginExam(input);
  const { Secrets } = await import("#core/secrets/secrets.ts");
  return {
    setting: { ...setting, signal: new AbortController().signal },
    judge: (source: ExamSource, sessions: readonly Session[]) =>
      new Secrets(setting.key).redact(reportOn(source, sessions, false)),
  };
}

/**
 * What every exam begins with, a new key among it, and what judges it at its end.
 * @throws UsageError for an unknown situation or for `tls` on another address, SpecError for a document that cannot be used
 */
export async function beginExam(input: ExamInput) {
  const { situations: names = [], host = "127.0.0.1", spec, strict = false } = input;
  const [prepared, { WallClock }, { reportOf }, { matcherOf }] = await Promise.all([
    prepareExam(spec),
    import("#core/exchange/clock/clock.ts"),
    import("#exam/exam-report.ts"),
    import("#exam/exam-recording.ts"),
  ]);
  const { suite } = prepared;
  const situations = situationsNamed(names, suite.situations);
  const [key, clock] = [newKey(), new WallClock()];
  const startedAtMs = clock.now();
  const conduct = input.tls === true ? await import("#exam/conduct.ts") : undefined;
  const tls = await conduct?.examIdentity(host, startedAtMs);
  return {
    ...{ prepared, startedAtMs, setting: { suite, situations, clock, key, host, tls } },
    reportOn: (source: ExamSource, sessions: readonly Session[], interrupted: boolean) =>
      reportOf({
        ...{ ...prepared, source, sessions, startedAtMs, strict, interrupted },
        key: matcherOf(key),
        endedAtMs: clock.now(),
      }),
  };
}
