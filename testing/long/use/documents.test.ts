import { spawn, spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { VirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import { playServer } from "#proof/play.ts";
import { correctHooks, ReferenceServer } from "#reference-server/server.ts";
import { commandLines } from "#report/console/console-failures.ts";
import { reproductionOf } from "#report/reproduction.ts";
import { testCommands } from "#testing/docs/run-commands.ts";
import { served } from "#testing/exchange/socket-bed.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { prepared, serverOf } from "#testing/proof/bed.ts";
import { root, textOf } from "#testing/source-files.ts";

describe("the commands in the documents", () => {
  testCommands((place) => place.startsWith("docs/"));
});

// The examples of CONTRIBUTING.md, put into a copy of the project as they stand.

const copy = temporaryFolder();
for (const part of readdirSync(root).filter((name) => !/^(?:\.git|dist|executable|node_modules)$/.test(name)))
  cpSync(join(root, part), join(copy, part), { recursive: true });
symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));

function example(holding: string): string {
  const blocks = [...textOf("CONTRIBUTING.md").matchAll(/^( *)```(?:ts|yaml)\n([\s\S]*?)^\1```$/gm)];
  const [, indent = "", text = ""] = blocks.find(([block]) => block.includes(holding)) ?? [];
  expect(text, holding).not.toBe("");
  return text.replaceAll(new RegExp(`^${indent}`, "gm"), "");
}

/** Puts a text before the last line of a file that begins with `end`; without it, at the end of the file. */
function insert(path: string, text: string, end?: string): void {
  const before = readFileSync(join(copy, path), "utf8");
  const at = end === undefined ? before.length : before.lastIndexOf(`\n${end}`) + 1;
  writeFileSync(join(copy, path), `${before.slice(0, at)}\n${text}${before.slice(at)}`);
}

function node(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" });
  expect(`${status}: ${stdout}${stderr}`).toMatch(/^0: /);
  return stdout;
}

test("the examples compile, are recorded, and do what the page says", () => {
  insert("suites/petstore/errors/requirements.yaml", example("id: ERR-9"));
  insert("suites/petstore/errors/checks.ts", example("messageSpeaks"));
  insert("suites/petstore/errors/faults.ts", example('"message-empty"'), "});");
  insert("src/core/run/options.ts", example("repeatReads"), "});");
  insert("src/report/formats/formats.ts", example('"one-line"'), "} satisfies Readonly");
  const imports =
    'import { escapeForTerminal } from "#core/json/escape.ts";\nimport type { Report } from "../report.ts";\n';
  writeFileSync(
    join(copy, "src/report/formats/one-line.ts"),
    imports + example("oneLineReport(report: Report)"),
  );
  insert("suites/clients/situations/failures.ts", example('name: "gone"'), "];");

  node("scripts/record.ts", "--code");
  node("node_modules/typescript/bin/tsc", "--noEmit");
  const bin = "src/cli/bin.js";
  expect(node(bin, "run", "--self", "--only", "ERR-9", "--quiet", "--report", "one-line=-")).toMatch(
    /^conforming/m,
  );
  expect(node(bin, "prove", "--fault", "message-empty")).toContain("1 of 1 caught");
  expect(node(bin, "run", "--help", "all")).toContain("--repeat-reads");
  expect(node(bin, "exam", "list")).toMatch(/^gone /m);
});

// The commands of a cause, run by bash and curl as they are printed, on a server that knows nothing of the run.

const key = "reproduced-key-5f2c9a7d41";

/** What the commands of the first cause print. */
async function reproduced(fault: string): Promise<string> {
  const { hooks, stage } = serverOf(fault);
  const server = (now: () => number) =>
    new ReferenceServer({ plan: "business", ...stage, now, keys: [key], hooks: hooks(correctHooks) });
  const target = await served(server(Date.now));
  const clock = new VirtualClock(Date.now());
  const virtual = server(() => clock.now());
  const given = { ...prepared, key, options: { consistencyWaitMs: 0 } };
  const run = await playServer(virtual, new URL(target), clock, given);
  const [cause = expect.fail(`nothing fails on ${fault}`)] = run.causes;
  const exchanges = new Map(run.exchanges.map((exchange) => [exchange.id, exchange]));
  const commands = reproductionOf(cause.finding, exchanges, { ...run, target }, cause);
  const bash = spawn("bash", ["--norc"], { env: { PATH: process.env.PATH, PETSTORE_API_KEY: key } });
  bash.stdin.end(`${commands.flatMap((command) => commandLines(command, 80)).join("\n")}\n`);
  const [out] = await Promise.all([text(bash.stdout), text(bash.stderr)]);
  return out;
}

/** The id that the shell variable has (it may follow a body without a line end), and the one that the last answer shows. */
const carried = (out: string) => /(?:^|\})PET=([0-9]+)$/m.exec(out)?.[1] ?? "none";
const shown = (out: string) => /"id": ?([0-9]+)/.exec(out)?.[1];

function shownTwice(out: string): boolean {
  const ids = [...out.matchAll(/"id": ?([0-9]+)/g)].map(([, id]) => id);
  return new Set(ids).size < ids.length;
}

test.each<[fault: string, isSeen: (out: string) => boolean]>([
  ["unprocessable", (out) => out.startsWith("HTTP/1.1 422 ")],
  ["create-without-key", (out) => /^HTTP\/1\.1 (?!401)/.test(out)],
  ["unfiltered-category-as-double", (out) => out.includes('"categoryId":9007199254740992')],
  ["client-id-overwrites", (out) => shown(out) === carried(out)],
  ["got-the-first", (out) => / 200 OK/.test(out) && carried(out) !== "none" && shown(out) !== carried(out)],
  ["ids-as-doubles", shownTwice],
  ["no-challenge-for-wrong-key", (out) => out.includes(" 401 ") && !/www-authenticate/i.test(out)],
  ["limit-ignored", (out) => (out.match(/"id"/g)?.length ?? 0) > 1],
  ["reset-in-milliseconds", (out) => /^x-ratelimit-reset: [0-9]{13}\r$/im.test(out)],
  ["never-enforced", (out) => (out.match(/^200 [0-9]+$/gm)?.length ?? 0) >= 60 && / 200 OK/.test(out)],
])("%s: the commands show what the run saw", async (fault, isSeen) => {
  const out = await reproduced(fault);
  expect(isSeen(out), out.slice(0, 2_000)).toBe(true);
});
