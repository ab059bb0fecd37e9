import { expect, test } from "vitest";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { play } from "#proof/play.ts";
import { trivialServers } from "#reference-server/trivial.ts";
import { correct, prepared, servers } from "#testing/proof/bed.ts";
import { JudgedRuns } from "#testing/proof/judged-runs.ts";
import { watchedSuite } from "#testing/reasons/judge-reasons.ts";

// Every server in standard: testing/proof/proof.test.ts. Of these, each sixteenth, and each trivial one.

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
