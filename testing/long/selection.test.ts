import { expect, test } from "vitest";
import { integerBetween, seededRandom } from "../../src/core/check/random.ts";
import type { Profile } from "../../src/core/check/verdict.ts";
import { loadBed } from "../../src/proof/bed.ts";
import type { Job, JobResult } from "../../src/proof/job.ts";
import { createPerformer } from "../../src/proof/perform.ts";
import { selectionTable } from "../proof/selection-table.ts";

// `npm run selection` plays the whole table; this is a part of it.

const bed = await loadBed();
const perform = await createPerformer();

async function play(jobs: readonly Job[]): Promise<readonly JobResult[]> {
  const results: JobResult[] = [];
  for (const job of jobs) results.push(await perform(job));
  return results;
}

/** Some servers, drawn from the seed. */
function someServers(count: number, kind: "fault" | "variant", profile: Profile) {
  const servers = bed.servers.filter((server) => server.kind === kind);
  const random = seededRandom(1, `selection ${kind} ${profile}`);
  return Array.from({ length: count }, () => servers[integerBetween(random, 0, servers.length - 1)]).flatMap(
    (server) => server ?? [],
  );
}

/** What a run with --only says otherwise than one of everything, on some servers. */
function tableOf(profile: Profile, kind: "fault" | "variant", count: number) {
  return selectionTable(play, bed, someServers(count, kind, profile), profile);
}

test.each([
  ["standard", "fault", 12],
  ["standard", "variant", 5],
  ["thorough", "fault", 2],
  ["thorough", "variant", 1],
] as const)(
  "in %s, what --only says of a %s is what a run of everything says",
  async (profile, kind, count) => {
    const table = await tableOf(profile, kind, count);
    expect(table.differences).toEqual([]);
    // A variant may be warned of a should, and fails no must: the proof holds that.
    if (kind === "fault") expect(table.failures).toBeGreaterThan(0);
  },
);
