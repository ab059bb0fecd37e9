import { readFileSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { createMockServer } from "@scalar/mock-server";
import { parse } from "yaml";
import { prepare } from "#assembly/assemble.ts";
import { fetchHandlerTarget } from "#assembly/library-run.ts";
import { listedOperations } from "#cli/commands/explain/list.ts";
import { VirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import { playServer } from "#proof/play.ts";
import { markdownTable } from "../src/report/formats/markdown-report.ts";
import { measured } from "./processes.ts";

// What becomes of OpenAPI documents that others wrote: `node bench/documents.ts FILE…` prints a table of what is tested of each,
// and of the time and memory of a dry run, the best of three; with `--mock` each is judged on a mock server that is fed with it.

const args = process.argv.slice(2);
const withMock = args.includes("--mock");
const files = args.filter((arg) => !arg.startsWith("--")).map((file) => resolve(file));
const target = "https://api.example.com/v1";

/** Reasons without what is particular to one operation, with how often each is given. */
function reasons(given: readonly (string | undefined)[]): string {
  const kinds = given.flatMap((why) =>
    why === undefined ? [] : why.replace(/; to test it.*$/s, "").slice(0, 90),
  );
  return [...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => `${all.length}: ${kind}`).join("; ");
}

async function rowOf(file: string): Promise<string[]> {
  const env = { PETSTORE_API_KEY: "documents-0123456789" };
  const command = [process.execPath, "src/cli/bin.js", "run", target, "--spec", file, "--dry-run"];
  const runs = await Array.fromAsync({ length: 3 }, () => measured(command, { env }));
  const least = (of: (run: (typeof runs)[number]) => number) => Math.min(...runs.map(of));
  const figures = [
    (least(({ wallMs }) => wallMs) / 1000).toFixed(2),
    (least(({ cpuMs }) => cpuMs) / 1000).toFixed(2),
    least(({ memoryMiB }) => memoryMiB).toFixed(0),
  ];
  const size = (statSync(file).size / 1e6).toFixed(1);
  const [{ status, output } = { status: 1, output: "" }] = runs;
  const [refused = ""] = output.split("\n");
  if (status !== 0)
    return [basename(file), size, "", "", refused.replaceAll(file, basename(file)), ...figures];
  const operations = listedOperations(await prepare({ spec: file }));
  const leftOut = operations.map((one) => one.leftOut);
  const tested = leftOut.filter((why) => why === undefined).length;
  return [basename(file), size, String(operations.length), String(tested), reasons(leftOut), ...figures];
}

/** What fails, and each thing once. */
async function onMock(file: string): Promise<string> {
  const { contract, suite, requirements } = await prepare({ spec: file });
  const app = await createMockServer({ specification: parse(readFileSync(file, "utf8")) });
  const handle = fetchHandlerTarget((request) => app.fetch(request), "http://127.0.0.1");
  const run = await playServer(
    { handle: (request) => handle({ ...request, target: request.target.replace(/^\/v1/, "") }) },
    new URL(target),
    new VirtualClock(Date.now()),
    { contract, suite, requirements, options: { profile: "standard" } },
  );
  const count = (kind: string) => run.verdicts.filter(({ verdict }) => verdict === kind).length;
  const failures = run.verdicts.flatMap(({ id, verdict, level, findings: [first] }) =>
    verdict === "fail"
      ? `  ${level} ${id}: ${first?.case.label}: expected ${first?.expected}; got ${first?.seen}`
      : [],
  );
  const head = `${basename(file)}: ${run.outcome}, ${run.requests.total} requests, ${count("pass")} passed, ${count("fail")} failed, ${count("untested")} untested, ${count("inconclusive")} inconclusive; mistakes of the suite: ${run.suiteErrors.map(({ where, message }) => `${where} ${message}`).join("; ") || "none"}`;
  return [head, ...failures].join("\n");
}

if (withMock) for (const file of files) process.stdout.write(`${await onMock(file)}\n`);
else
  process.stdout.write(
    markdownTable(
      ["document", "MB", "operations", "tested", "untested, and why", "s", "s of processor", "MiB of memory"],
      // One after another: they are measured.
      await Array.fromAsync(files, rowOf),
    ),
  );
