import type { Prepared } from "#assembly/assemble.ts";
import { recordingFile, targetOptions } from "#assembly/options/library-options.ts";
import { readTarget } from "#assembly/target.ts";
import type { Io } from "#cli/io.ts";
import { type Arguments, misused, refuseOperands, valuesGiven } from "#cli/options/args.ts";
import { commandOptions, hostOption, reportRequest } from "#cli/options/options.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import { flag, optionTable, path, text, type Values, whole } from "#core/options/option.ts";
import { mostBytes } from "#files/read-bounded.ts";
import { formatNames } from "#report/formats/formats.ts";
import { refusePort } from "./serve.ts";

const options = optionTable({
  target: {
    value: text("a base address"),
    placeholder: "BASE_URL",
    help: "The base address that requests are passed on to, which ends in /v1.",
  },
  port: { value: whole(0, 65_535), help: "The port; 0 picks a free one.", default: 8080 },
  host: hostOption("The address to listen on. Whoever reaches it reaches the target."),
  spec: targetOptions.spec,
  ca: { value: path(), help: targetOptions.ca.help },
  allowInsecure: { value: flag, default: false, help: "Pass keys on over plain http to a public host." },
  record: {
    ...targetOptions.record,
    value: recordingFile("traffic.ndjson.zst"),
    help: "Also keep what passes in this file, without its credentials; .gz and .zst compress it.",
  },
  reports: {
    ...commandOptions.reports,
    help: `At the end, also write a report: ${formatNames.join(", ")}. Without PATH it is traffic.<format>.`,
  },
  quiet: { short: "q", value: flag, default: false, help: "Print only the summary at the end." },
  verbose: commandOptions.verbose,
});

export const table = Object.values(options);

export const help = {
  usage: "proxy --target BASE_URL [options]",
  about:
    "Passes every request on to the target, unchanged, and judges each answer, and what the answers to one key show together. Prints what breaks the interface as it passes, and a summary at Ctrl-C. It sends nothing of its own.",
  examples: ["petstore-conformance proxy --target https://staging.example.com/v1 --port 8080"],
  after:
    "Exit codes: 0 nothing that passed broke a must, 1 something did, 2 wrong usage, 3 nothing passed that could be judged.",
};

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  refuseOperands(positionals, "proxy", "The target is given as --target BASE_URL.");
  const wanted = valuesGiven(options, given);
  if (wanted.target === undefined)
    throw misused(
      "no target is given",
      "Write petstore-conformance proxy --target https://staging.example.com/v1 with your address.",
    );
  const target = readTarget(wanted.target, wanted);
  const { publishReport, requestedReports } = await import("#cli/published/publish.ts");
  const reports = await requestedReports(wanted.reports.map(reportRequest), "traffic", io);
  const startedAtMs = Date.now();
  const { prepare } = await import("#assembly/assemble.ts");
  const prepared = await prepare({ spec: wanted.spec });
  const proxy = await open(target, prepared, wanted, io);
  const interrupted = new Promise<void>((resolve) => io.onInterrupt(resolve));
  io.out(`Passing ${proxy.url.href} on to ${target.href}; Ctrl-C ends it.\n`);
  await interrupted;
  const { result, notes } = await proxy.end();
  const { reportOfTraffic, trafficReport } = await import("#traffic/traffic-report.ts");
  const found = trafficReport({
    ...{ prepared, result, notes, target: target.href, strict: false },
    ...{ startedAtMs, endedAtMs: Date.now() },
  });
  io.out("\n");
  return publishReport(reportOfTraffic(io.secrets.redact(found)), { ...wanted, reports, strict: false }, io);
}

async function open(
  target: URL,
  prepared: Prepared,
  { host, port, ca, record: path, quiet }: Values<typeof options>,
  io: Io,
) {
  const { startJudgingProxy } = await import("#traffic/proxy/judging-proxy.ts");
  const { readNamedFile } = await import("#cli/file-kinds.ts");
  const asked = { most: mostBytes.pem, what: "--ca: the file", remedy: "Give the path of a PEM file." };
  const authorities = ca === undefined ? undefined : String(await readNamedFile(ca, io.folder, asked));
  const onLost = (sentence: string) => io.err(`note: ${escapeForTerminal(sentence)}\n`);
  const { folder } = io;
  const record = path === undefined ? undefined : { path, folder, option: "--record FILE", onLost };
  return startJudgingProxy({
    ...{ target, host, port, prepared, record },
    ...(authorities !== undefined && { ca: authorities }),
    onViolation: (lines) => {
      if (!quiet) io.out(lines);
    },
    columns: () => io.columns ?? 80,
  }).catch(refusePort(`${host}, port ${port},`));
}
