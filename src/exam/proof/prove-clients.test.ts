import { expect, test } from "vitest";
import { prepareExam } from "../../assembly/exam.ts";
import { problemsOfClients } from "./client-proof-text.ts";
import { proveClients } from "./prove-clients.ts";

const prepared = await prepareExam(undefined);
const proved = await proveClients(prepared);

test("every client with a fault fails what it is declared to, and every unusual one nothing", () => {
  expect(problemsOfClients(proved, prepared.requirements)).toEqual([]);
});

test("there are at least forty clients with a fault, and twenty unusual ones", () => {
  const count = (kind: string) => proved.filter((client) => client.kind === kind).length;
  expect(count("bad")).toBeGreaterThanOrEqual(40);
  expect(count("right")).toBeGreaterThanOrEqual(20);
});

test("a client that fails something else than it is declared to is a problem", () => {
  const [first, ...others] = proved;
  if (first === undefined) throw new Error("no client");
  const wrong = { ...first, failed: ["CLIENT-15"] };
  expect(problemsOfClients([wrong, ...others], prepared.requirements)).toEqual([
    `${first.id} is declared to fail ${first.declared.join(" ")}, and fails CLIENT-15`,
  ]);
});
