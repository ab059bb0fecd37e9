import type { Prepared } from "../../../assembly/assemble.ts";
import { targetOptions } from "../../../assembly/options/library-options.ts";
import type { TrafficRecorder } from "../../../assembly/record-traffic.ts";
import { counted } from "../../../core/check/counted.ts";
import type { Room } from "../../../core/exchange/decoding/body-bytes.ts";
import { mostBytes } from "../../../core/files/read-bounded.ts";
import { escapeForTerminal } from "../../../core/json/escape.ts";
import { flag, optionTable, path, pattern, text, type Values, whole } from "../../../core/options/option.ts";
import { formatNames } from "../../../report/formats/formats.ts";
import type { TrafficProxy } from "../../../traffic/proxy/proxy.ts";
import type { TapListener } from "../../../traffic/proxy/tap.ts";
import { createTrafficJudge, type TrafficJudge } from "../../../traffic/traffic-judge.ts";
import { violationLines } from "../../../traffic/violation-lines.ts";
import { readBaseUrl } from "../../inputs/target.ts";
import type { Io } from "../../io.ts";
import { type Arguments, refuseOperands, valuesGiven } from "../../options/args.ts";
import { misused } from "../../options/misused.ts";
import { commandOptions } from "../../options/options.ts";
import { portError } from "./port-error.ts";

const options = optionTable({
  target: {
    value: text("a base address"),
    placeholder: "BASE_URL",
    help: "The base address that requests are passed on to, which ends in /v1.",
  },
  port: { value: whole(0, 65_535), help: "The port; 0 picks a free one.", default: 8080 },
  host: {
    value: text("an address of this machine"),
    placeholder: "ADDRESS",
    help: "The address to listen on. Whoever reaches it reaches the target.",
    default: "127.0.0.1",
  },
  spec: targetOptions.spec,
  ca: {
    value: path(),
    help: "Trust the certificate authorities in this PEM file, in place of the well-known ones.",
  },
  allowInsecure: { value: flag, default: false, help: "Pass keys on over plain http to a public host." },
  record: {
    value: pattern(
      /\.ndjson(?:\.gz|\.zst)?$/,
      "a file that ends in .ndjson, .ndjson.gz or .ndjson.zst",
      "traffic.ndjson.zst",
    ),
    placeholder: "FILE",
    completes: "files",
    help: "Also keep what passes in this file, without its credentials; .gz and .zst compress it.",
  },
  reports: {
    ...commandOptions.reports,
    help: `At the end, also write a report: ${formatNames.join(", ")}. Without PATH it is traffic.<format>. Repeatable, or separated by commas.`,
  },
  quiet: { short: "q", value: flag, default: false, help: "Print only the summary at the end." },
  verbose: commandOptions.verbose,
  color: commandOptions.color,
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

/** How much of one body is judged; a larger one is passed on all the same. */
const mostJudgedBytes = 1 << 20;

/** How much may wait, on all connections and until it is judged; what goes beyond passes and is not judged. */
const mostBytesWaiting = 64 << 20;

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  refuseOperands(positionals, "proxy", "The target is given as --target BASE_URL.");
  const wanted = valuesGiven(options, given);
  if (wanted.target === undefined)
    throw misused(
      "no target is given",
      "Write petstore-conformance proxy --target https://staging.example.com/v1 with your address.",
    );
  const target = readBaseUrl(wanted.target, wanted);
  const { publishReport, requestedReports } = await import("../../published/publish-report.ts");
  const { reportRequest } = await import("../../published/run-options.ts");
  const reports = await requestedReports(wanted.reports.map(reportRequest), "traffic", io);
  const startedAtMs = Date.now();
  const { prepare } = await import("../../../assembly/assemble.ts");
  const prepared = await prepare({ spec: wanted.spec });
  const judge = await judgeFor(target, prepared);
  const recorder = await recorderFor(target, wanted.record, io);
  const { createBacklog } = await import("../../../traffic/proxy/backlog.ts");
  const { createRoom } = await import("../../../core/exchange/decoding/body-bytes.ts");
  const room = createRoom(mostBytesWaiting);
  const backlog = createBacklog({
    room,
    take: (exchange) => {
      const violations = judge.judge(exchange);
      if (!wanted.quiet)
        for (const violation of violations) io.out(violationLines(violation, io.columns ?? 80));
    },
    nowMs: () => performance.now(),
    load: loopLoad(),
    later: (work, waitMs) => void (waitMs === 0 ? setImmediate(work) : setTimeout(work, waitMs)),
  });
  const unread = { exchanges: 0, connections: 0 };
  const proxy = await open(target, wanted, io, {
    room,
    onExchange: (passed) => {
      if (recorder === undefined) return backlog.add(passed);
      const exchange = passed.exchange();
      recorder.record(exchange);
      backlog.add({ exchange: () => exchange, bytes: passed.bytes });
    },
    onLeftOut: () => {
      unread.exchanges += 1;
    },
    onOpaque: () => {
      unread.connections += 1;
    },
  });
  const interrupted = new Promise<void>((resolve) => io.onInterrupt(resolve));
  io.out(`Passing ${proxy.url.href} on to ${target.href}; Ctrl-C ends it.\n`);
  await interrupted;
  await proxy.close();
  recorder?.close();
  backlog.drain();
  const judged = judge.judged();
  const { trafficVerdicts } = await import("../../../traffic/part-result.ts");
  const { reportOfTraffic, trafficReport } = await import("../../../traffic/traffic-report.ts");
  const found = trafficReport({
    ...{ contract: prepared.contract, words: prepared.suite.words },
    ...{ startedAtMs, endedAtMs: Date.now(), strict: false },
    result: { judged, client: judge.client(), files: [] },
    verdicts: trafficVerdicts(judged, prepared),
    target: target.href,
    notes: notJudged({ ...unread, late: backlog.leftOut }, recorder !== undefined),
  });
  io.out("\n");
  return publishReport(reportOfTraffic(io.secrets.redact(found)), { ...wanted, reports, strict: false }, io);
}

function loopLoad(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

interface NotJudged {
  /** Passed while too much waited to be judged. */
  readonly late: number;
  /** Exchanges for which there was no room while they passed. */
  readonly exchanges: number;
  /** Connections that carried what cannot be read. */
  readonly connections: number;
}

function notJudged({ late, exchanges, connections }: NotJudged, isRecorded: boolean): readonly string[] {
  const how = isRecorded ? "`judge` judges them from the recording" : "--record keeps them for `judge`";
  return [
    ...(late === 0 ? [] : [`${late} more passed faster than they could be judged; ${how}`]),
    ...(exchanges === 0
      ? []
      : [
          `${exchanges} more passed on, and neither judged nor recorded: too much waited for an answer, or another protocol followed`,
        ]),
    ...(connections === 0
      ? []
      : [
          `${counted(connections, "connection")} carried what is not HTTP/1.1, or a head of more than 256 KiB: passed on as it came from there on, and not judged`,
        ]),
  ];
}

async function judgeFor(target: URL, prepared: Prepared): Promise<TrafficJudge> {
  const { makeSetting } = await import("../../../core/run/setting.ts");
  const { defaultOptions } = await import("../../../core/run/options.ts");
  const drawn = { ...defaultOptions, seed: 1, runId: "" };
  const setting = makeSetting(drawn, prepared.contract, target, Date.now());
  return createTrafficJudge({ ...prepared, setting });
}

async function recorderFor(
  baseUrl: URL,
  path: string | undefined,
  { folder, err }: Io,
): Promise<TrafficRecorder | undefined> {
  if (path === undefined) return undefined;
  const { recordTraffic } = await import("../../../assembly/record-traffic.ts");
  const onLost = (sentence: string) => err(`note: ${escapeForTerminal(sentence)}\n`);
  return recordTraffic({ path, folder, baseUrl, option: "--record FILE", onLost });
}

async function open(
  target: URL,
  { host, port, ca }: Values<typeof options>,
  io: Io,
  listener: TapListener & { readonly room: Room },
): Promise<TrafficProxy> {
  const { startProxy } = await import("../../../traffic/proxy/proxy.ts");
  const { readNamedFile } = await import("../../inputs/evidence-file.ts");
  const asked = { most: mostBytes.pem, what: "--ca: the file", remedy: "Give the path of a PEM file." };
  const authorities = ca === undefined ? undefined : String(await readNamedFile(ca, io, asked));
  return startProxy({
    ...{ target, host, port, ...listener },
    ...(authorities !== undefined && { ca: authorities }),
    maxBodyBytes: mostJudgedBytes,
    now: () => Date.now(),
  }).catch((error: unknown) => {
    throw portError(`${host}, port ${port},`, error);
  });
}
