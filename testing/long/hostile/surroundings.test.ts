import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { prepareExam } from "#assembly/exam.ts";
import { seededRandom } from "#core/check/inputs/random.ts";
import { type Machine, playClient } from "#exam/proof/play-client.ts";
import { loadClients } from "#suites/client-registry.ts";
import { type ClientEntry, type ClientHooks, runOf } from "#suites/clients/reference-client/client.ts";
import { pool } from "#suites/clients/reference-client/parts.ts";
import {
  correctServer,
  everyFile,
  expectWholeFiles,
  startCli,
  testFolder,
} from "#testing/cli/process-bed.ts";

const folder = testFolder();

test.skipIf(process.platform === "win32")(
  "a working folder that was removed: a sentence and exit code 2",
  async () => {
    for (const args of [
      ["run", "--self"],
      ["judge", "run.ndjson"],
      ["certify", "--new-key", "key.pem"],
    ]) {
      const cwd = mkdtempSync(join(folder.path, "gone-"));
      const { code, err } = await startCli(args, { cwd, before: 'rmdir "$PWD"' }).ended;
      expect(err).toBe(
        "petstore-conformance: the working folder does not exist any more (working folder). Change to one that exists: cd ~.\n",
      );
      expect(code).toBe(2);
    }
  },
);

test.skipIf(process.platform === "win32").each(["exec >&-", "exec 2>&-", "exec >&- 2>&-"])(
  "output that is closed before the start (%s): the run goes on",
  async (before) => {
    const args = ["run", "--self", "--profile", "quick", "--report", "json=report.json"];
    const { code, err, out } = await startCli(args, { cwd: folder.path, before }).ended;
    expect([code, err]).toEqual([0, ""]);
    expect(out === "" || before === "exec 2>&-").toBe(true);
    expect(JSON.parse(readFileSync(join(folder.path, "report.json"), "utf8"))).toMatchObject({
      outcome: "conforming",
      complete: true,
    });
  },
);

// In virtual time, with delays from a seed: what a busy machine does to a client is the same each time.

const prepared = await prepareExam(undefined);

async function failedBy(hooks: ClientEntry["hooks"], machine: Machine) {
  const { verdicts } = await playClient(runOf({ hooks }), prepared, machine);
  return verdicts.filter(({ verdict }) => verdict === "fail").map(({ id }) => id);
}

/** Most requests are quick, and some wait for their turn. */
const busy = (seed: number): Machine => ({
  seed,
  delayMs: (random) => (random() < 0.5 ? 2 + random() * 10 : 20 + random() * 150),
});

const seeds = Array.from({ length: 10 }, (_, at) => at + 1);

/** How many of the busy machines show something wrong with a client of such waits after a 5xx. */
async function warned(waitMs: (attempt: number) => number): Promise<number> {
  const afterFailure: ClientHooks["afterFailure"] = ({ method }, attempt) =>
    method === "POST" || attempt > 3 ? undefined : waitMs(attempt);
  const failed = await Promise.all(seeds.map((seed) => failedBy(() => ({ afterFailure }), busy(seed))));
  for (const ids of failed) expect(["", "CLIENT-23"]).toContain(ids.join(" "));
  return failed.filter((ids) => ids.length > 0).length;
}

test("a client that tries again at once after a 5xx is warned on a busy machine, too", async () => {
  // Delays may look like waits that grow.
  expect(await warned(() => 0)).toBeGreaterThanOrEqual(seeds.length - 1);
});

test("a client whose waits double is never warned for what the machine adds to them", async () => {
  expect(await warned((attempt) => 100 * 2 ** (attempt - 1))).toBe(0);
});

test("a client that waits as long each time fails CLIENT-8 on a busy machine, and one whose waits double does not", async () => {
  const delayMs: Machine["delayMs"] = (random) => (random() < 0.8 ? 2 + random() * 10 : 20 + random() * 300);
  const failing = async (backoffMs: ClientHooks["backoffMs"]) => {
    const failed = await Promise.all(seeds.map((seed) => failedBy(() => ({ backoffMs }), { seed, delayMs })));
    return failed.filter((ids) => ids.includes("CLIENT-8")).length;
  };
  // A delay may hide one wait in each of three requests.
  expect(await failing((n) => (n > 6 ? undefined : 400))).toBeGreaterThan(seeds.length / 2);
  expect(await failing((n) => (n > 6 ? undefined : 300 * 2 ** (n - 1)))).toBe(0);
});

const known = await loadClients();
const faults = ["tasks-wait-alone", "tasks-constant", "tasks-shrinking", "tasks-come-at-once"];
const kinds = [...faults, "tasks", "tasks-with-jitter"];

/** Thirty clients of two to nine tasks, each on a machine of its own. */
const pools = Array.from({ length: 30 }, (_, at) => {
  const random = seededRandom(7, `pool ${at}`);
  const tasks = 2 + Math.floor(random() * 8);
  const slowMs = 2 + random() * 20;
  const kind = kinds[at % kinds.length] ?? "";
  const entry = known[kind] ?? expect.fail(`no ${kind}`);
  const machine: Machine = { seed: at, delayMs: (way) => 1 + way() * slowMs };
  return { name: `${tasks} tasks, ${kind}`, entry, tasks, machine };
});

test.each(pools)("a pool of $name", async ({ entry, tasks, machine }) => {
  const hooks = (correct: ClientHooks) => ({ ...entry.hooks(correct), ...pool(tasks) });
  expect(await failedBy(hooks, machine)).toEqual(entry.fails.toSorted());
});

describe("interrupted while loading", async () => {
  const folder = testFolder();
  const target = await correctServer();

  // Each is a phase: the process interrupts itself as this module is about to be loaded.
  test
    .skipIf(process.platform === "win32")
    .each([
      "src/cli/main.ts",
      "src/cli/commands/run/run.ts",
      "src/assembly/assemble.ts",
      "src/cli/commands/run/perform-run.ts",
      "src/core/recording/recording-file.ts",
      "src/report/html/html.ts",
    ])(
    "a run that is interrupted by itself when it loads %s: exit code 3, and whole files or none",
    async (module) => {
      const hook = `import{registerHooks}from"node:module";let d=false;registerHooks({load(u,c,n){if(!d&&u.endsWith(${JSON.stringify(module)})){d=true;process.kill(process.pid,"SIGTERM")}return n(u,c)}})`;
      const { ended } = startCli(["run", target.url, "--profile", "quick", ...everyFile(folder.path)], {
        cwd: folder.path,
        env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` },
      });
      expect(await ended).toMatchObject({ code: 3, signal: null });
      expectWholeFiles(folder.path);
    },
  );
});

describe("starved", async () => {
  const folder = testFolder();
  const target = await correctServer();

  const reportOf = () => {
    const path = join(folder.path, "report.json");
    return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
  };

  // Node itself takes some twenty descriptors; the exact number varies.
  describe.skipIf(process.platform === "win32")("a machine that allows few open files", () => {
    test.each([24, 32])("ulimit -n %i: nothing is held against a correct server", async (n) => {
      const args = ["run", target.url, "--rate-limit", "off", "--report", "json=report.json"];
      const { code, err, out } = await startCli(args, { cwd: folder.path, before: `ulimit -n ${n}` }).ended;
      const report = reportOf();
      expect([0, 3], err + out).toContain(code);
      expect(report?.counts.must.fail ?? 0).toBe(0);
      if (code === 0) return;
      expect(out + err).toContain("allows no more open files and sockets");
      expect(out + err).toContain("ulimit -n 1024");
      if (report !== undefined) expect(report).toMatchObject({ reason: "own-machine", partial: true });
    });

    test("so few that no socket can be opened: one cause, exit code 3", async () => {
      // Whatever Node takes itself, the descriptors are used up when the first request is sent.
      const hog = `data:text/javascript,import{openSync}from"node:fs";import net from"node:net";const c=net.connect;net.connect=(...a)=>{try{for(;;)openSync("/dev/null")}catch{}return c(...a)};import{syncBuiltinESMExports}from"node:module";syncBuiltinESMExports()`;
      const { code, out, err } = await startCli(["run", target.url], {
        cwd: folder.path,
        before: "ulimit -n 64",
        env: { NODE_OPTIONS: `--import=${encodeURI(hog)}` },
      }).ended;
      expect(out + err).toContain("allows no more open files and sockets (EMFILE)");
      expect(code).toBe(3);
    });
  });
});
