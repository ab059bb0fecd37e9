import type { Situation } from "../../../core/check/situation.ts";
import type { Values } from "../../../core/options/option.ts";
import { nearest } from "../../../core/options/suggest.ts";
import { UsageError } from "../../../core/options/usage-error.ts";
import type { ConductOptions } from "../../../exam/conduct.ts";
import type { ExamReport } from "../../../exam/exam-report.ts";
import type { Io } from "../../io.ts";
import { portError } from "../serve/port-error.ts";
import type { examOptions } from "./exam-options.ts";

type Wanted = Values<typeof examOptions>;

type Setting = ConductOptions & {
  /** Of the authority of the service's certificate, where it has one. */
  readonly caFile: string | undefined;
};

type Examined = Pick<ExamReport, "source" | "sessions">;

/** By `--exec`, or on a port. */
export async function playExam(
  wanted: Wanted,
  situations: readonly Situation[],
  setting: Setting,
  io: Io & { readonly print: Io["out"] },
): Promise<Examined> {
  return wanted.exec === undefined
    ? onPort(wanted, situations, setting, io.print)
    : withCommand(wanted.exec, wanted, situations, setting, io);
}

/** What may stand in a command line. */
const placeholders = ["url", "key", "ca"];

/** @throws UsageError for an unknown placeholder, which the client would be given as it stands */
export function checkCommand(command: string, isTls: boolean): void {
  if (command.includes("{ca}") && !isTls)
    throw new UsageError({
      what: "{ca} is given without --tls: the service has no certificate",
      where: "--exec",
      remedy: "Give --tls too, or leave {ca} out.",
    });
  // A brace of the shell, or of the format of another program, follows a sign: ${name}, %{http_code}.
  for (const [whole, name = ""] of command.matchAll(/(?<![$%{@#\\\w])\{([A-Za-z_]+)\}(?!\})/g)) {
    if (placeholders.includes(name)) continue;
    const meant = nearest(name, placeholders);
    throw new UsageError({
      what: `there is no placeholder ${whole}`,
      where: "--exec",
      remedy: `${meant === undefined ? "" : `Did you mean {${meant}}? `}The known ones are ${placeholders.map((one) => `{${one}}`).join(", ")}. A command that needs other words in braces can be put into a script.`,
    });
  }
}

/** Where programs look for authorities that they trust: OpenSSL, Python and Go; Node; requests; curl. */
const caVariables = ["SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"];

function variablesFor(
  url: string,
  key: string,
  caFile: string | undefined,
): Readonly<Record<string, string>> {
  const authority = caFile === undefined ? [] : caVariables.map((name) => [name, caFile]);
  return { PETSTORE_BASE_URL: url, PETSTORE_API_KEY: key, ...Object.fromEntries(authority) };
}

async function withCommand(
  command: string,
  wanted: Wanted,
  situations: readonly Situation[],
  { caFile, ...setting }: Setting,
  { print, ...io }: Io & { readonly print: Io["out"] },
): Promise<Examined> {
  const { examine, withControls } = await import("../../../exam/conduct.ts");
  const { sessionLine } = await import("../../../exam/report/exam-words.ts");
  const played = withControls(situations, setting.suite);
  const longest = Math.max(...played.map(({ longestSeconds }) => longestSeconds));
  const total = played.reduce((sum, { longestSeconds }) => sum + longestSeconds, 0);
  if (!wanted.quiet)
    print(
      `The client is started ${played.length} times, once for each situation. If it waits as long as it is asked to, that takes up to ${Math.max(longest, Math.ceil(total / wanted.concurrency))} s and its own time.\n\n`,
    );
  const sessions = await examine({
    ...setting,
    client: {
      commandFor: ({ url, key }) => ({
        command,
        placeholders: { url, key, ...(caFile !== undefined && { ca: caFile }) },
        folder: io.folder,
        env: { ...io.env, ...variablesFor(url, key, caFile) },
      }),
    },
    // A second Ctrl-C ends this process at once.
    cleanups: io.cleanups,
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
  return { source: { kind: "command", command }, sessions };
}

/** What a client prints is as hostile as what it sends. */
function printed(output: string): string {
  const lines = output.split("\n").filter((line) => line !== "");
  return lines.map((line) => `    ${line.replace(/[^\P{C}\t]/gu, "?")}\n`).join("");
}

async function onPort(
  { port, idle, for: mostMs }: Wanted,
  situations: readonly Situation[],
  { caFile, ...setting }: Setting,
  print: Io["out"],
): Promise<Examined> {
  const { openExam } = await import("../../../exam/conduct.ts");
  const exam = await openExam({ ...setting, port, situations, idleMs: idle, mostMs }).catch(
    (error: unknown) => {
      throw portError(`the port ${port}`, error);
    },
  );
  const given = variablesFor(exam.url, setting.key, caFile);
  const variables = Object.entries(given).map(([name, value]) => `${name}=${value}`);
  print(`The exam listens on ${exam.url}\nexport ${variables.join(" ")}\n`);
  print(`It ends ${idle / 1000} s after the last request, after ${mostMs / 1000} s, or at Ctrl-C.\n\n`);
  return { source: { kind: "port", url: exam.url }, sessions: [await exam.session] };
}
