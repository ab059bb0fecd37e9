import { resolve } from "node:path";
import { prepare } from "../../../assembly/assemble.ts";
import { draw } from "../../../assembly/options/library-options.ts";
import { UsageError } from "../../../assembly/usage-error.ts";
import { readBytes } from "../../../files/read-lines.ts";
import type { ReportRequest } from "../../../report/formats/write.ts";
import { checkReportPlace, writeWhole } from "../../../report/formats/write.ts";
import { makeSetting } from "../../../run/setting.ts";
import { createSecrets } from "../../../secrets/secrets.ts";
import { clientSide } from "../../../traffic/client-side.ts";
import { credentialsIn } from "../../../traffic/credentials.ts";
import { clientInWords, fileInWords } from "../../../traffic/file-in-words.ts";
import { readTraffic, TrafficError, type TrafficFile } from "../../../traffic/read-traffic.ts";
import { exitCodeOf, trafficSummary } from "../../../traffic/traffic-in-words.ts";
import { type JudgedTraffic, trafficJson } from "../../../traffic/traffic-json.ts";
import { createTrafficJudge, type TrafficJudge } from "../../../traffic/traffic-judge.ts";
import { trafficVerdicts } from "../../../traffic/verdicts.ts";
import type { Io } from "../../io.ts";
import type { RunCommandOptions } from "./run-options.ts";

const asRecording = /^\s*\{"kind":"start".{0,200}?"form":"petstore-conformance recording"/;

/**
 * True for a recording of a run; all else counts as traffic.
 * @throws UsageError for a file that cannot be read
 */
export async function isRecording(file: string, { folder }: Io): Promise<boolean> {
  try {
    const first = await readBytes(resolve(folder, file), { isCut: false, tooLong: 0 }).next();
    return !first.done && asRecording.test(first.value.toString("utf8", 0, 1000));
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** Judges files of traffic together, in their order. */
export async function judgeTraffic(
  files: readonly string[],
  options: RunCommandOptions & { readonly base: string | undefined },
  io: Io,
): Promise<number> {
  const reports = await jsonReports(options.reports, io);
  const prepared = await prepare(options);
  const client = clientSide(prepared.contract, (text, exchange) =>
    createSecrets(...credentialsIn(exchange)).redact(text),
  );
  let judge: TrafficJudge | undefined;
  const judgeOf = (file: TrafficFile): TrafficJudge => {
    const { text } = file.notes.base;
    const base = (text !== undefined && URL.parse(text)) || new URL("http://localhost/v1");
    const run = { ...options.run, ...draw() };
    const setting = makeSetting(run, prepared.contract, base, Date.now(), false, undefined);
    return createTrafficJudge({ ...prepared, setting });
  };
  const read: { file: string; notes: TrafficFile["notes"] }[] = [];
  for (const [at, file] of files.entries()) {
    const traffic = readTraffic(resolve(io.folder, file), options.base);
    let line = 0;
    try {
      for await (const exchange of traffic.exchanges) {
        judge ??= judgeOf(traffic);
        line += 1;
        judge.judge(exchange, { file: at, line });
        client.see(exchange);
      }
    } catch (error) {
      throw unreadable(file, error);
    }
    read.push({ file, notes: traffic.notes });
    judge ??= judgeOf(traffic);
  }
  if (judge === undefined) throw new Error("no file was read");
  const judged = judge.judged();
  const verdicts = trafficVerdicts(judged, prepared);
  const shouldFailed = options.run.strict && verdicts.some(({ broken }) => broken > 0);
  const exitCode = shouldFailed ? 1 : exitCodeOf(verdicts);
  await write(reports, { files: read, judged, verdicts, client, exitCode }, io);
  const width = io.columns ?? 80;
  if (!reports.some(({ path }) => path === "-")) {
    if (!options.quiet) for (const { file, notes } of read) io.out(fileInWords(file, notes, width));
    io.out(trafficSummary(verdicts, judged, width));
    io.out(clientInWords(client, width));
  }
  return exitCode;
}

type JsonReport = ReportRequest & { readonly path: string };

async function jsonReports(
  reports: readonly ReportRequest[],
  { folder }: Io,
): Promise<readonly JsonReport[]> {
  const named = reports.map((report): JsonReport => {
    const { format, path } = report;
    if (format !== "json" || path === undefined)
      throw new UsageError({
        what: `traffic has no ${format} report${path === undefined && format === "json" ? " without a path" : ""}`,
        where: "--report",
        remedy: "Write --report json=verdicts.json.",
      });
    return { ...report, path };
  });
  for (const { path } of named) if (path !== "-") await checkReportPlace(path, folder);
  return named;
}

async function write(reports: readonly JsonReport[], judged: JudgedTraffic, io: Io): Promise<void> {
  for (const { path } of reports) {
    if (path === "-") io.out([...trafficJson(judged)].join(""));
    else await writeWhole(resolve(io.folder, path), trafficJson(judged));
  }
}

function unreadable(file: string, error: unknown): unknown {
  const isKnown = error instanceof TrafficError || (error instanceof Error && "code" in error);
  if (!isKnown) return error;
  return new UsageError({
    what: `the file is neither a recording of a run nor traffic: ${error.message}`,
    where: file,
    remedy:
      "Give a file that `run --record` or `proxy --record` wrote, a HAR file, or an access log in JSON.",
  });
}
