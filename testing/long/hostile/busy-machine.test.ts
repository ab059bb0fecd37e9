import { expect, test } from "vitest";
import { prepareExam } from "#assembly/exam.ts";
import { seededRandom } from "#core/check/inputs/random.ts";
import { type Machine, playClient } from "#exam/proof/play-client.ts";
import { loadClientFaults } from "#suites/clients/proof.ts";
import { type ClientEntry, type ClientHooks, runOf } from "#suites/clients/reference-client/client.ts";
import { pool } from "#suites/clients/reference-client/parts.ts";
import { taskVariants } from "#suites/clients/reference-client/task-variants.ts";

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

const clientFaults = await loadClientFaults();
const kinds: readonly ClientEntry[] = [
  ...["tasks-wait-alone", "tasks-constant", "tasks-shrinking", "tasks-come-at-once"].map(
    (id) => clientFaults[id],
  ),
  ...["tasks", "tasks-with-jitter"].map((id) => taskVariants[id]),
].flatMap((entry) => entry ?? []);

/** Thirty clients of two to nine tasks, each on a machine of its own. */
const pools = Array.from({ length: 30 }, (_, at) => {
  const random = seededRandom(7, `pool ${at}`);
  const tasks = 2 + Math.floor(random() * 8);
  const slowMs = 2 + random() * 20;
  const entry = kinds[at % kinds.length] ?? expect.fail("there are no kinds of clients");
  const machine: Machine = { seed: at, delayMs: (way) => 1 + way() * slowMs };
  return { name: `${tasks} tasks: ${entry.title}`, entry, tasks, machine };
});

test.each(pools)("a pool of $name", async ({ entry, tasks, machine }) => {
  const hooks = (correct: ClientHooks) => ({ ...entry.hooks(correct), ...pool(tasks) });
  const declared = [...(entry.fails ?? []), ...(entry.warns ?? [])];
  expect(await failedBy(hooks, machine)).toEqual(declared.toSorted());
});
