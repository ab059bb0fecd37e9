import type { ClientSuite } from "#core/check/clients/client-suite.ts";
import {
  type EndReason,
  endInWords,
  plainAmong,
  type Session,
  timeInWords,
} from "#core/check/clients/session.ts";
import { counted } from "#core/check/results/words.ts";
import { headerValue } from "#core/exchange/exchange.ts";

type SourceKind = "command" | "function" | "port" | "recording";

/** What to do with a client that does not end. */
const advice: Readonly<Partial<Record<SourceKind, string>>> = {
  command:
    "; --timeout gives it more, and if it is to go on for ever, start the exam without --exec, and the client against its port",
  function: "; if it is to go on for ever, use `exam`, which opens a port, in place of `examine`",
};

/** What to do where no request came. */
const silence: Readonly<Record<SourceKind, string>> = {
  command: "no request arrived: the client has to call {url}, or the address in PETSTORE_BASE_URL",
  function: "no request arrived: the client has to call the url that it is given",
  port: "no request arrived: the client has to call the address of the exam",
  recording: "the recording holds no request",
};

export const whyEnded = ({ end }: Session): EndReason | undefined =>
  end.kind === "ended" ? end.why : undefined;

/** Things worth knowing of an exam that are no verdict, a sentence each. */
export function notesOn(
  sessions: readonly Session[],
  kind: SourceKind,
  suite: ClientSuite,
): readonly string[] {
  const isSilent = sessions.every(({ requests }) => requests === 0);
  // In whichever situation it showed first: the others were given up, the plain one perhaps among them.
  const missing = isSilent ? sessions.find((session) => notStarted(session) !== undefined) : undefined;
  return [
    ...(isSilent && missing === undefined ? [silenceInWords(sessions, kind)] : []),
    ...(missing === undefined
      ? notesOnPlain(sessions)
      : [`the command ${notStarted(missing)}${printedBy(missing)}`]),
    ...notesOnEnds(sessions, kind, suite),
    ...notesOnProcesses(sessions),
    ...notesOnRequests(sessions, suite),
  ];
}

function silenceInWords(sessions: readonly Session[], kind: SourceKind): string {
  if (kind === "recording") return silence[kind];
  // A client that speaks otherwise than the exam cannot come to the service.
  const isTls = sessions.some((session) => session.isTls);
  const way = isTls ? "over https, and to trust the certificate of the exam" : "over plain http";
  return `${silence[kind]}, ${way}`;
}

/** `: sh: 1: client: not found`, where the client printed something. */
function printedBy({ output }: Session): string {
  const line = tellingLine(output ?? "");
  return line === undefined ? "" : `: ${line}`;
}

/** What the exit code of a shell says of a command that it cannot start (POSIX, Shell Command Language, 2.8.2). */
const startFailures: ReadonlyMap<number | null, string> = new Map([
  [126, "cannot be run"],
  [127, "was not found"],
]);

/** Undefined where the command was started; where it sent something, the code is the client's own. */
export function notStarted({ end, requests }: Session): string | undefined {
  return requests === 0 && end.kind === "exited" ? startFailures.get(end.code) : undefined;
}

function notesOnPlain(sessions: readonly Session[]): readonly string[] {
  const plain = plainAmong(sessions);
  if (plain?.end.kind !== "exited" || plain.end.code === 0) return [];
  return [
    `with nothing unusual in the answers, the client ${endInWords(plain)}${printedBy(plain)}; fix this first`,
  ];
}

/** What the client may be waiting for: `, 58.20 s after GET /things was answered 429 with Retry-After: soon`. */
function sinceLast(session: Session, { reading }: ClientSuite): string {
  const last = reading.requestsIn(session).at(-1);
  if (last?.outcome.kind !== "answer") return "";
  const asked = headerValue(last.outcome.headers, "retry-after");
  const time = timeInWords(session.endedAtMs - last.endedAtMs);
  return `, ${time} after ${last.method} ${last.target} was answered ${last.outcome.status}${asked === undefined ? "" : ` with Retry-After: ${asked}`}`;
}

function notesOnEnds(sessions: readonly Session[], kind: SourceKind, suite: ClientSuite): readonly string[] {
  const left = sessions.filter((session) => whyEnded(session) === "given-up").length;
  return (["floods", "hangs", "time"] as const).flatMap((why) => {
    const ended = sessions.filter((session) => whyEnded(session) === why);
    const [first] = ended;
    if (first === undefined) return [];
    const where = ended.flatMap(({ situation }) => situation ?? []).join(", ");
    const more = {
      floods: "",
      hangs: `${left === 0 ? "" : `: the exam ended there, and ${counted(left, "other situation")} could not be played to the end`}${advice[kind] ?? ""}`,
      time: "; --for gives it more",
    }[why];
    const since = why === "hangs" ? sinceLast(first, suite) : "";
    return [`the client ${endInWords(first)}${where === "" ? "" : ` (${where})`}${since}${more}`];
  });
}

const mostNamed = 5;

function notesOnProcesses(sessions: readonly Session[]): readonly string[] {
  const all = sessions.flatMap(({ situation = "", leftBehind = [] }) =>
    leftBehind.map(({ name, pid, isRunning }) => ({ isRunning, words: `${name} ${pid} in ${situation}` })),
  );
  const sentence = (isRunning: boolean, about: (count: string) => string): readonly string[] => {
    const some = all.filter((one) => one.isRunning === isRunning).map(({ words }) => words);
    if (some.length === 0) return [];
    const more = some.length > mostNamed ? `, and ${some.length - mostNamed} more` : "";
    const count = some.length === 1 ? "a process" : `${some.length} processes`;
    return [`${about(count)}: ${some.slice(0, mostNamed).join(", ")}${more}`];
  };
  return [
    ...sentence(
      false,
      (count) => `when it ended, the client had left ${count} running, which the exam ended`,
    ),
    ...sentence(true, (count) => `the client left ${count} that the exam could not end; end them yourself`),
  ];
}

function notesOnRequests(sessions: readonly Session[], { reading, notes }: ClientSuite): readonly string[] {
  const requests = sessions.flatMap(reading.requestsIn);
  const large = requests.filter(({ body }) => body === undefined).length;
  return [
    ...sessions.flatMap(({ requests: came, exchanges: { length: judged } }) =>
      came > judged ? `${came} requests arrived, of which the first ${judged} are judged` : [],
    ),
    ...(large > 0 ? [`not judged, since they are longer than 64 KiB: ${large} request bodies`] : []),
    ...notes(requests),
  ];
}

/** What names an error in most languages: `ValueError: …`, `Caused by: …`, `panic: …`, `Exception in thread "main" …`. */
const namesError =
  /^(?:\w+ )?(?:Caused by|panic|Uncaught|Unhandled exception|Exception in thread|Fatal error|fatal)\b|^(?:[\w$.:]*\.)?[A-Za-z_]\w*(?:Error|Exception|Failure|Interrupt|Exit)\b|\((?:\w+::)*\w*(?:Error|Exception)\)$|^thread '.*' panicked|^\S+: \d+: |^error\b/i;

/** A frame of a stack trace, or what runtimes print after one. */
const isFrame =
  /^\s|^(?:at|from) \S+|^#\d+ |^goroutine \d+|^exit status \d+|^Node\.js v\d|^Traceback \(|^Stack trace:|^note: |^\^+$|^[\]})]+,?$|^\S+\.go:\d+|^\S+\(.*\)$|^\S+:\d+$|^npm (?:ERR!|error) |^error Command failed/;

/** What a program prints may be one endless line. */
const longest = 1_000;

/** The line that says best why a program failed: of a stack trace the error, else the last one. Undefined for no line. */
export function tellingLine(output: string): string | undefined {
  const lines = output
    .split(/\r?\n/)
    .map((line) => line.slice(0, longest).trimEnd())
    .filter((line) => line !== "");
  const said = lines.filter((line) => !isFrame.test(line));
  const error = said.findLast((line) => namesError.test(line));
  // Rust has the message on the line after.
  const after = error?.startsWith("thread ") === true ? said[said.lastIndexOf(error) + 1] : undefined;
  return (after ?? error ?? said.at(-1) ?? lines.at(-1))?.trim();
}
