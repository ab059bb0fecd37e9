import { expect, test } from "vitest";
import type { WholeExchange } from "#core/exchange/exchange.ts";
import { Trace } from "#core/run/journal/trace.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { contract, factsOf, setting } from "#testing/suites/sample-evidence.ts";
import { listPets, noKey, postPet } from "../shared/steps/requests.ts";
import { answered, answeredAtOnce, jsonBodies } from "./checks.ts";

type Outcome = number | "reset" | "truncated" | "aborted" | "too-large";

/** Exchanges of one request: each repeats the one before it, but for the first. */
function tries(outcomes: readonly Outcome[], request = listPets()): readonly WholeExchange[] {
  return outcomes.map((outcome, i): WholeExchange => {
    const answer = sampleExchange({ status: typeof outcome === "number" ? outcome : 200, request });
    const tried = { ...answer, id: i + 1, repeats: i === 0 ? undefined : i };
    if (typeof outcome === "number") return tried;
    const phase = outcome === "truncated" ? "body" : "headers";
    const failure = { kind: outcome, phase, message: "it failed" } as const;
    return { ...tried, outcome: { kind: "failure", failure } };
  });
}

function kinds(check: typeof answered, exchanges: readonly WholeExchange[]): readonly string[] {
  const trace = new Trace(contract, setting, 1);
  for (const exchange of exchanges) trace.record(exchange);
  return check.judge(trace.facts).map((o) => o.kind);
}

test("a GET that is lost after a 429 was lost once: what counts is the try before that", () => {
  expect(kinds(answered, tries([429, "reset"]))).toEqual(["held"]);
  expect(kinds(answered, tries(["reset", 429, "reset"]))).toEqual(["held", "broken"]);
});

test("what the run itself broke off is nothing, and an answer that is too large to read is inconclusive", () => {
  expect(kinds(answered, tries(["aborted"]))).toEqual([]);
  expect(kinds(answered, tries(["too-large"]))).toEqual(["unresolved"]);
});

test("a GET that was answered only when it was sent again is a should", () => {
  expect(kinds(answeredAtOnce, tries([200]))).toEqual(["held"]);
  expect(kinds(answeredAtOnce, tries(["reset", 200]))).toEqual(["broken"]);
  expect(kinds(answeredAtOnce, tries(["too-large", 200]))).toEqual([]);
  expect(kinds(answeredAtOnce, tries(["reset", 429, 200]))).toEqual(["broken"]);
  expect(kinds(answeredAtOnce, tries([429, 200]))).toEqual(["held"]);
  expect(kinds(answeredAtOnce, tries([429]))).toEqual([]);
  expect(kinds(answeredAtOnce, tries([201], postPet("{}")))).toEqual([]);
});

test("a success without the valid key is not judged by its Content-Type: that it is a success is judged elsewhere", () => {
  const facts = factsOf([]);
  const untyped = (request = listPets()): WholeExchange =>
    sampleExchange({ request, status: 200, body: "[]", headers: [] });
  expect(jsonBodies.judge(untyped(), facts)).toMatchObject({ kind: "broken" });
  expect(jsonBodies.judge(untyped(listPets({}, noKey)), facts)).toBeUndefined();
});
