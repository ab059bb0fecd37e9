import type { Io } from "#cli/io.ts";
import { type Arguments, misused, valuesGiven } from "#cli/options/args.ts";
import type { Situation } from "#core/check/clients/situation.ts";
import { bothGiven } from "#core/options/usage-error.ts";
import type { ExamReport } from "#exam/exam-report.ts";
import { examOptions } from "./exam-options.ts";

export const table = Object.values(examOptions);

export const help = {
  usage: "exam [list] [options]",
  about:
    "Judges a client by what it sends: how it uses its key, whether it waits after a 429, keeps ids exact and handles what the interface leaves open. It starts a service whose answers lead the client through situations. Prints the address and a new key, or with --exec starts the client itself.",
  examples: [
    "petstore-conformance exam --exec 'python client.py {url} {key}'",
    "petstore-conformance exam --port 8080 --report html=exam.html",
    "petstore-conformance exam --tls --exec 'python client.py {url} {key}'",
    "petstore-conformance exam --evidence traffic.ndjson.zst",
    "petstore-conformance exam list",
  ],
  after:
    "Exit codes: 0 no must failed, 1 one did, 2 wrong usage, 3 nothing could be judged, or the client fails in the ordinary situation.",
};

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  const [word, ...more] = positionals;
  if (more.length > 0 || (word !== undefined && word !== "list"))
    throw misused(
      `exam takes options only, or the word list; got ${JSON.stringify(positionals.join(" "))}`,
      "The command that starts the client is one argument: --exec 'COMMAND'.",
    );
  const { clientSuite } = await import("#suites/client-registry.ts");
  if (word === "list") {
    io.out(situationList(clientSuite.situations));
    return 0;
  }
  const wanted = valuesGiven(examOptions, given);
  const { requestedReports, outIsTaken, publishReport } = await import("#cli/published/publish.ts");
  const { forPeople } = await import("#cli/published/for-people.ts");
  const { reportRequest } = await import("#cli/options/options.ts");
  const { examineRecording, holdExam } = await import("./hold-exam.ts");
  const { reportOfExam } = await import("#exam/report/report-of-exam.ts");
  const reports = await requestedReports(wanted.reports.map(reportRequest), "exam", io);
  const publish = (exam: ExamReport, written = true) =>
    publishReport(reportOfExam(io.secrets.redact(exam), clientSuite), { ...wanted, reports, written }, io);
  const { print } = forPeople(outIsTaken(reports), io);
  if (wanted.evidence !== undefined) {
    const beside = (["exec", "record", "tls", "ca-out"] as const).find((name) => given.has(name));
    if (beside !== undefined) throw bothGiven("--evidence", `--${beside}`);
    return publish(await examineRecording(wanted.evidence, wanted, io));
  }
  const { report, isRecorded } = await holdExam(wanted, { ...io, out: print });
  return publish(report, isRecorded);
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
