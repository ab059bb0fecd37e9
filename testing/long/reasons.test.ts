import { expect, test } from "vitest";
import { trivialServers } from "../../reference-server/trivial.ts";
import type { Run } from "../../src/core/run/result.ts";
import type { Redacted } from "../../src/core/secrets/redacted.ts";
import { play } from "../../src/proof/play.ts";
import { correct, prepared, servers } from "../proof/bed.ts";
import { JudgedRuns } from "../proof/judged-runs.ts";
import { watchedSuite } from "../reasons/judge-reasons.ts";

// Every server in standard: testing/proof.test.ts. Of these, each sixteenth, and each trivial one.

test("no reason is false in quick, and no finding, by the exchanges of the run", async () => {
  const { suite, takeFacts } = watchedSuite(prepared.suite);
  const given = { ...prepared, suite, options: { profile: "quick" } } as const;
  const runs = new JudgedRuns();
  const judge = (kind: "variant" | "trivial", id: string, run: Redacted<Run>) =>
    runs.judgeReasons({ server: { kind, id }, withRoom: 0, run, facts: takeFacts() });
  for (const server of servers.filter((_, nth) => nth % 16 === 0))
    judge("variant", server.id, await play(server, given));
  for (const server of trivialServers)
    judge("trivial", server.id, await play(correct, { ...given, serve: () => server }));
  expect(runs.wrongReasons).toEqual([]);
  expect(runs.count.sentences).toBeGreaterThan(1000);
});
