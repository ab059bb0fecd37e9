import { expect, test } from "vitest";
import { trivialServers } from "../../reference-server/trivial.ts";
import type { Profile } from "../../src/core/check/verdict.ts";
import { play } from "../../src/proof/play.ts";
import { playTrivial } from "../../src/proof/trivial.ts";
import { loadCatalogue } from "../../suites/catalogue.ts";
import { loadContract } from "../../suites/petstore/document.ts";
import { suite } from "../../suites/registry.ts";
import { type ListedServer, loadServers } from "../../suites/servers.ts";
import { falseReasons, watchedSuite } from "../reasons/judge-reasons.ts";

interface BedReasons {
  readonly servers: number;
  /** How many verdicts had a reason or a finding. */
  readonly sentences: number;
  /** `server: requirement: sentence`. */
  readonly wrong: readonly string[];
}

/** Plays the servers of the bed that are chosen, and each trivial one, and judges what is said of them. */
async function playBed(
  profile: Profile,
  isChosen: (server: ListedServer, nth: number) => boolean,
): Promise<BedReasons> {
  const contract = await loadContract();
  const given = { contract, requirements: loadCatalogue(contract), options: { profile, seed: 1 } };
  // The rules read answers as the suite's own document describes them.
  const ofThisDocument = (await loadServers()).filter(({ stage }) => stage?.revision === undefined);
  const chosen = ofThisDocument.filter(isChosen);
  const plays = [
    ...chosen.map((server) => ({ id: server.id, by: play.bind(undefined, server) })),
    ...trivialServers.map((server) => ({ id: server.id, by: playTrivial.bind(undefined, server) })),
  ];
  const watched = watchedSuite(suite);
  const wrong: string[] = [];
  let sentences = 0;
  for (const { id, by } of plays) {
    const run = await by({ ...given, suite: watched.suite });
    const facts = watched.takeFacts();
    sentences += run.verdicts.filter(
      ({ reason, findings }) => reason !== undefined || findings.length > 0,
    ).length;
    if (facts === undefined) wrong.push(`${id}: it has no notes, and so no facts`);
    else wrong.push(...falseReasons(run, facts).map((problem) => `${id}: ${problem}`));
  }
  return { servers: plays.length, sentences, wrong };
}

// Every server in standard: testing/proof.test.ts.
const everyNth = 16;

test("no reason is false in quick, and no finding, by the exchanges of the run", async () => {
  const { sentences, wrong } = await playBed("quick", (_, nth) => nth % everyNth === 0);
  expect(wrong).toEqual([]);
  expect(sentences).toBeGreaterThan(1000);
});
