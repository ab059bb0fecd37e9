import { expect, test } from "vitest";
import { integerBetween, seededRandom } from "#core/check/inputs/random.ts";
import type { Profile } from "#core/check/results/verdict.ts";
import { loadBed } from "#proof/bed.ts";
import { createPerformer } from "#proof/perform.ts";
import { onThisThread } from "#proof/pool.ts";
import { selectionTable } from "#testing/proof/selection-table.ts";

// A part of the table: the whole would take hours.

const bed = await loadBed();
const { play } = onThisThread(await createPerformer());

/** Some servers, drawn from the seed. */
function someServers(count: number, kind: "fault" | "variant", profile: Profile) {
  const servers = bed.servers.filter((server) => server.kind === kind);
  const random = seededRandom(1, `selection ${kind} ${profile}`);
  return Array.from({ length: count }, () => servers[integerBetween(random, 0, servers.length - 1)]).flatMap(
    (server) => server ?? [],
  );
}

test.each([
  ["standard", "fault", 12],
  ["standard", "variant", 5],
  ["thorough", "fault", 2],
  ["thorough", "variant", 1],
] as const)(
  "in %s, what --only says of a %s is what a run of everything says",
  async (profile, kind, count) => {
    const table = await selectionTable(play, bed, someServers(count, kind, profile), profile);
    expect(table.differences).toEqual([]);
    // A variant may be warned of a should, and fails no must: the proof holds that.
    if (kind === "fault") expect(table.failures).toBeGreaterThan(0);
  },
);
