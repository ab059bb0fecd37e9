import { targetOptions } from "../../../assembly/options/library-options.ts";
import type { Situation } from "../../../core/check/situation.ts";
import { flag, optionTable, path, seconds, text, whole } from "../../../core/options/option.ts";
import { bothGiven } from "../../../core/options/usage-error.ts";
import type { ExamReport } from "../../../exam/exam-report.ts";
import { formatNames } from "../../../report/formats/formats.ts";
import type { Io } from "../../io.ts";
import { type Arguments, valuesGiven } from "../../options/args.ts";
import { misused } from "../../options/misused.ts";
import { commandOptions } from "../../options/options.ts";

export const examOptions = optionTable({
  exec: {
    value: text("a command line"),
    placeholder: "COMMAND",
    help: "Start the client with this command, once for each situation. {url}, {key} and, with --tls, {ca} in it are replaced; PETSTORE_BASE_URL and PETSTORE_API_KEY are set, too.",
  },
  tls: {
    value: flag,
    default: false,
    help: "Speak https, with a certificate that is made for this exam and ends with it. The command finds its authority in SSL_CERT_FILE, NODE_EXTRA_CA_CERTS, REQUESTS_CA_BUNDLE and CURL_CA_BUNDLE. Only on a loopback address.",
  },
  caOut: {
    value: path(),
    placeholder: "FILE",
    otherwise: "a temporary file",
    help: "With --tls, where the certificate of the authority goes, in PEM.",
  },
  evidence: {
    value: path("a file of traffic"),
    help: "Judge the client by what a proxy recorded of it (docs/traffic.md), in place of an exam.",
  },
  situation: {
    value: text("the name of a situation"),
    placeholder: "NAME",
    repeatable: true,
    separator: /,/,
    help: "Play only this situation, and those that it is compared with. `exam list` prints them all.",
  },
  port: { value: whole(0, 65_535), help: "Without --exec, the port; 0 picks a free one.", default: 8080 },
  host: {
    value: text("an address of this machine"),
    placeholder: "ADDRESS",
    help: "The address to listen on.",
    default: "127.0.0.1",
  },
  concurrency: {
    value: whole(1, 32),
    help: "With --exec, how many clients run at the same time.",
    default: 6,
  },
  timeout: {
    value: seconds(1, 3_600),
    help: "With --exec, how long one start of the command may take.",
    default: 60_000,
  },
  idle: {
    value: seconds(5, 3_600),
    help: "Without --exec, the exam ends when nothing has arrived for this long after the first request.",
    default: 30_000,
  },
  for: {
    value: seconds(1, 86_400),
    help: "Without --exec, the exam ends after this time.",
    default: 600_000,
  },
  reports: {
    ...commandOptions.reports,
    help: `Also write a report: ${formatNames.join(", ")}. Without PATH it is exam.<format>; \`-\` is standard output.`,
  },
  record: {
    ...commandOptions.record,
    help: "Also keep what the client sent in this file, redacted, so that `certify --evidence` can certify the exam; .gz and .zst compress it.",
  },
  spec: targetOptions.spec,
  strict: { value: flag, default: false, help: "A failed should fails the exam." },
  output: {
    value: flag,
    default: false,
    help: "With --exec, print what the command printed in each situation.",
  },
  quiet: commandOptions.quiet,
  verbose: commandOptions.verbose,
  color: commandOptions.color,
});

export const table = Object.values(examOptions);

export const help = {
  usage: "exam [list] [options]",
  about:
    "Judges a client by what it sends: how it uses its key, whether it waits after a 429, keeps ids exact and copes with what the interface leaves open. It starts a service that leads the client through situations by its answers. Prints the address and a new key, or with --exec starts the client itself.",
  examples: [
    "petstore-conformance exam --exec 'python client.py {url} {key}'",
    "petstore-conformance exam --port 8080 --report html=exam.html",
    "petstore-conformance exam --tls --exec 'python client.py {url} {key}'",
    "petstore-conformance exam --evidence traffic.ndjson.zst",
    "petstore-conformance exam list",
  ],
  after:
    "Exit codes: 0 no must failed, 1 one did, 2 wrong usage, 3 nothing could be judged or the client does not get through the ordinary situation.",
};

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  const [word, ...more] = positionals;
  if (more.length > 0 || (word !== undefined && word !== "list"))
    throw misused(
      `exam takes options only, or the word list; got ${JSON.stringify(word)}`,
      "The command that starts the client is one argument: --exec 'COMMAND'.",
    );
  const { clientSuite } = await import("../../../../suites/client-registry.ts");
  if (word === "list") {
    io.out(situationList(clientSuite.situations));
    return 0;
  }
  const wanted = valuesGiven(examOptions, given);
  const { requestedReports, outIsTaken, publishReport } = await import("../../published/publish-report.ts");
  const { forPeople } = await import("../../published/for-people.ts");
  const { reportRequest } = await import("../../published/run-options.ts");
  const { reportOfExam } = await import("../../../exam/report/report-of-exam.ts");
  const reports = await requestedReports(wanted.reports.map(reportRequest), "exam", io);
  const publish = (exam: ExamReport) =>
    publishReport(reportOfExam(io.secrets.redact(exam), clientSuite), { ...wanted, reports }, io);
  const { print } = forPeople({ outIsTaken: outIsTaken(reports), color: wanted.color }, io);
  if (wanted.evidence !== undefined) {
    const beside = (["exec", "record", "tls", "ca-out"] as const).find((name) => given.has(name));
    if (beside !== undefined) throw bothGiven("--evidence", `--${beside}`);
    const { examineRecording } = await import("../../inputs/exam-recording.ts");
    return publish(await examineRecording(wanted.evidence, wanted, io));
  }
  const { holdExam } = await import("./hold-exam.ts");
  return publish(await holdExam(wanted, { ...io, print }));
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
