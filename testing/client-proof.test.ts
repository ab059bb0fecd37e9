import { expect, test } from "vitest";
import { prepareExam } from "../src/assembly/exam.ts";
import { goodClients, isAsDeclared, proveClients } from "../src/exam/proof/prove-clients.ts";
import { badClients } from "../suites/clients/index.ts";

// Every fourth client of the proof; testing/long/client-proof.test.ts examines all of them.
const ids = [...Object.keys(badClients), ...Object.keys(goodClients)];
const chosen = new Set(ids.filter((_, nth) => nth % 4 === 0));

test("a client with a fault fails what it is declared to, and an unusual one nothing", async () => {
  const proved = await proveClients(await prepareExam(undefined), (id) => chosen.has(id));
  expect(proved.filter((client) => !isAsDeclared(client))).toEqual([]);
  expect(proved).toHaveLength(chosen.size);
});
