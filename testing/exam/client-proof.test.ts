import { expect, test } from "vitest";
import { prepareExam } from "#assembly/exam.ts";
import { isAsDeclared, proveClients } from "#exam/proof/prove-clients.ts";

// Every eighth client of the proof; testing/long/proof/client-proof.test.ts examines all of them.
const prepared = await prepareExam(undefined);
const { faults, variants } = await prepared.suite.proof();
const ids = [...Object.keys(faults), ...Object.keys(variants)];
const chosen = new Set(ids.filter((_, nth) => nth % 8 === 0));

test("a client with a fault fails what it is declared to, and an unusual one nothing", async () => {
  const proved = await proveClients(prepared, (id) => chosen.has(id));
  expect(proved.filter((client) => !isAsDeclared(client))).toEqual([]);
  expect(proved).toHaveLength(chosen.size);
});
