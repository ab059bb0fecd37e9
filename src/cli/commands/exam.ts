import { UsageError } from "../../assembly/usage-error.ts";
import type { OpenExam } from "../../exam/conduct.ts";
import type { ExamSource } from "../../exam/exam-report.ts";
import type { Session } from "../../exam/exchange.ts";
import type { Situation } from "../../exam/situation.ts";
import type { Values } from "../../options/option.ts";
import { commandHelp } from "../help.ts";
import type { Io } from "../io.ts";
import { readArguments, valuesGiven } from "../options/args.ts";
import { examOptions } from "./shared/exam-options.ts";
import { portError } from "./shared/port-error.ts";

type Wanted = Values<typeof examOptions>;

export const table = Object.values(examOptions);

const help = {
  usage: "exam [list] [options]",
  about:
    "Judges a client by what it sends: how it uses its key, whether it waits after a 429, keeps ids exact and copes with what the interface leaves open. It starts a service that leads the client through situations by its answers. Prints the address and a new key, or with --exec starts the client itself.",
  examples: [
    "petstore-conformance exam --exec 'python client.py {url} {key}'",
    "petstore-conformance exam --port 8080 --report html=exam.html",
    "petstore-conformance exam --recording traffic.ndjson.zst",
    "petstore-conformance exam list",
  ],
  after:
    "Exit codes: 0 no must failed, 1 one did, 2 wrong usage, 3 nothing could be judged or the client does not get through the ordinary situation.",
};

/** `exam`: judges a client. */
export async function command(argv: readonly string[], io: Io): Promise<number> {
  const { given, positionals, help: wantsHelp } = readArguments(argv, table);
  if (wantsHelp) {
    io.out(commandHelp(help, table));
    return 0;
  }
  const [word, ...more] = positionals;
  if (more.length > 0 || (word !== undefined && word !== "list"))
    throw new UsageError({
      what: `exam takes options only, or the word list; got ${JSON.stringify(word)}`,
      where: "command line",
      remedy: "The command that starts the client is one argument: --exec 'COMMAND'.",
    });
  const { situations } = await import("../../exam/situations.ts");
  if (word === "list") {
    io.out(situationList(situations));
    return 0;
  }
  const wanted = valuesGiven(examOptions, given);
  const [{ examReportsIn, outIsTaken, publishExam }, { forPeople }] = await Promise.all([
    import("./shared/publish-exam.ts"),
    import("./shared/for-people.ts"),
  ]);
  const reports = await examReportsIn(wanted.reports, io);
  const { print } = forPeople({ outIsTaken: outIsTaken(reports), color: wanted.color }, io);
  if (wanted.recording !== undefined) {
    const beside = (["exec", "record"] as const).find((name) => wanted[name] !== undefined);
    if (beside !== undefined)
      throw new UsageError({
        what: `--recording and --${beside} are both given`,
        where: "command line",
        remedy: "Give one of them.",
      });
    const { examineRecording } = await import("./shared/exam-recording.ts");
    return publishExam(await examineRecording(wanted.recording, wanted, io), reports, wanted, io);
  }
  const [
    { prepareExam, newKey, situationsNamed },
    { keepHeapSmall },
    { createWallClock },
    { reportOf },
    { matcherOf },
  ] = await Promise.all([
    import("../../assembly/exam.ts"),
    import("../../assembly/assemble.ts"),
    import("../../exchange/clock/wall-clock.ts"),
    import("../../exam/exam-report.ts"),
    import("../../exam/key-matcher.ts"),
  ]);
  const chosen = situationsNamed(wanted.situation, situations);
  keepHeapSmall();
  if (wanted.record !== undefined) {
    const { checkReportPlace } = await import("../../report/formats/write.ts");
    await checkReportPlace(wanted.record, io.folder, "--record FILE");
  }
  const prepared = await prepareExam(wanted.spec);
  const key = newKey();
  io.secrets.add(key);
  const clock = createWallClock();
  const startedAtMs = clock.now();
  const interruption = new AbortController();
  const stopListening = io.onInterrupt(() => interruption.abort());
  const setting = { clock, key, host: wanted.host, signal: interruption.signal };
  const { source, sessions } =
    wanted.exec === undefined
      ? await onPort(wanted, chosen, setting, print)
      : await withCommand(wanted.exec, wanted, chosen, setting, { ...io, print });
  stopListening();
  const interrupted = interruption.signal.aborted && source.kind === "command";
  const report = reportOf({
    ...{ ...prepared, source, sessions, startedAtMs, strict: wanted.strict, interrupted },
    key: matcherOf(key),
    endedAtMs: clock.now(),
  });
  if (wanted.record !== undefined) {
    const { recordExam } = await import("./shared/record-exam.ts");
    await recordExam(
      wanted.record,
      report,
      { chosen, prepared, key, strict: wanted.strict, interrupted },
      io,
    );
  }
  return publishExam(report, reports, wanted, io);
}

type Setting = Pick<
  Parameters<typeof import("../../exam/conduct.ts").examine>[0],
  "clock" | "key" | "host" | "signal"
>;

interface Examined {
  readonly source: ExamSource;
  readonly sessions: readonly Session[];
}

async function withCommand(
  line: string,
  wanted: Wanted,
  situations: readonly Situation[],
  setting: Setting,
  { print, ...io }: Io & { readonly print: Io["out"] },
): Promise<Examined> {
  const [{ examine, withControls }, { runCommand }, { sessionLine }] = await Promise.all([
    import("../../exam/conduct.ts"),
    import("../../exam/run-command.ts"),
    import("../../exam/report/exam-console.ts"),
  ]);
  const played = withControls(situations);
  const longest = Math.max(...played.map(({ longestSeconds }) => longestSeconds));
  const total = played.reduce((sum, { longestSeconds }) => sum + longestSeconds, 0);
  if (!wanted.quiet)
    print(
      `The client is started ${played.length} times, once for each situation. If it waits as long as it is asked to, that takes up to ${Math.max(longest, Math.ceil(total / wanted.concurrency))} s and its own time.\n\n`,
    );
  const sessions = await examine({
    ...setting,
    start: (place) => runCommand({ ...place, command: line, folder: io.folder, env: io.env }),
    timeoutMs: wanted.timeout,
    concurrency: wanted.concurrency,
    situations,
    onSession: (session) => {
      if (wanted.quiet) return;
      print(`${sessionLine(io.secrets.redact(session))}\n`);
      if (wanted.output) print(printed(io.secrets.redact(session.output ?? "")));
    },
  });
  if (!wanted.quiet) print("\n");
  return { source: { kind: "command", command: line }, sessions };
}

/** What a client prints is as hostile as what it sends. */
function printed(output: string): string {
  const lines = output.split("\n").filter((line) => line !== "");
  return lines.map((line) => `    ${line.replace(/[^\P{C}\t]/gu, "?")}\n`).join("");
}

async function onPort(
  { port, idle, for: mostMs }: Wanted,
  situations: readonly Situation[],
  setting: Setting,
  print: Io["out"],
): Promise<Examined> {
  const { openExam } = await import("../../exam/conduct.ts");
  const exam: OpenExam = await openExam({ ...setting, port, situations, idleMs: idle, mostMs }).catch(
    (error: unknown) => {
      throw portError(`the port ${port}`, error);
    },
  );
  print(
    `The exam listens on ${exam.url}\nexport PETSTORE_BASE_URL=${exam.url} PETSTORE_API_KEY=${setting.key}\n`,
  );
  print(`It ends ${idle / 1000} s after the last request, after ${mostMs / 1000} s, or at Ctrl-C.\n\n`);
  return { source: { kind: "port", url: exam.url }, sessions: [await exam.session] };
}

function situationList(situations: readonly Situation[]): string {
  const widest = Math.max(...situations.map(({ name }) => name.length));
  return situations
    .map(({ name, about, needs, shows, longestSeconds }) => {
      const time = longestSeconds === 0 ? "" : `; up to ${longestSeconds} s`;
      const tests = shows.length === 0 ? "what the others are compared with" : shows.join(" ");
      return `${name.padEnd(widest)}  The service ${about}.\n${" ".repeat(widest)}  Reached when the client ${needs}. Tests: ${tests}${time}.\n`;
    })
    .join("");
}
