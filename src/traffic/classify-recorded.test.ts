import { expect, test } from "vitest";
import { loadContract } from "../../suites/petstore/document.ts";
import { answerInWords } from "../core/check/words.ts";
import type { Exchange } from "../core/exchange/exchange.ts";
import { headerValue } from "../core/exchange/headers.ts";
import { NotRecorded } from "../core/exchange/not-recorded.ts";
import { exchangeOf, type WireExchange } from "../core/exchange/wire-exchange.ts";
import { classifyRecorded } from "./traffic-judge.ts";

const classify = classifyRecorded(await loadContract());
const answer = { kind: "answer", status: 200, headers: [["X-A", "1"]], body: Buffer.from("[]") } as const;
const wire: WireExchange = {
  ...{ method: "GET", target: "/pets", headers: [], body: new Uint8Array(), sentAtMs: 1, endedAtMs: 2 },
  outcome: answer,
};

function read(given: Partial<WireExchange>): Exchange & { readonly outcome: { readonly kind: "answer" } } {
  const exchange = exchangeOf({ ...wire, ...given }, 1);
  if (exchange?.outcome.kind !== "answer") throw new Error("no answer");
  return { ...exchange, outcome: exchange.outcome };
}

test("to read what was not recorded throws, and what was recorded is there", () => {
  const { outcome } = read({ outcome: { ...answer, body: undefined, recordedFields: ["x-a", "X-B"] } });
  expect(() => outcome.answer.json).toThrow(NotRecorded);
  expect(() => headerValue(outcome.answer.headers, "Date")).toThrow("was not recorded");
  expect(headerValue(outcome.answer.headers, "X-A")).toBe("1");
  expect(headerValue(outcome.answer.headers, "X-B")).toBeUndefined();
  expect(answerInWords(read({ outcome: { ...answer, body: undefined } }))).toBe("200");
  const timeless = exchangeOf({ ...wire, sentAtMs: undefined }, 1);
  expect(() => timeless?.sentAtMs).toThrow("the time was not recorded");
});

test("a create without its body is a create; whether it was allowed is not known", () => {
  const { request } = read({ method: "POST", body: undefined });
  expect(classify(request).operation).toBe("createPet");
  expect(() => classify(request).allowed).toThrow(NotRecorded);
  const unlabelled = read({ method: "POST", body: Buffer.from("{}"), unrecorded: "headers" }).request;
  expect(() => classify(unlabelled).problems).toThrow(NotRecorded);
});

test("a body that is decoded already is not decoded again, and one in an unknown coding is not read", () => {
  const coded = (coding: string) => ({ ...answer, headers: [["Content-Encoding", coding]] as const });
  expect(read({ outcome: { ...coded("gzip"), isDecoded: true } }).outcome.answer.json?.ok).toBe(true);
  expect(read({ outcome: coded("gzip") }).outcome.answer.problems).toHaveLength(1);
  expect(() => read({ outcome: coded("dcb") }).outcome.answer.json).toThrow(NotRecorded);
});

test.each([
  ["no field, of a full list", {}, "none"],
  ["no field, where it may have been left out", { unrecorded: "authorization" }, "valid"],
  ["a redacted one", { headers: [["Authorization", "[REDACTED]"]] }, "valid"],
  ["stars", { headers: [["authorization", "*****"]] }, "valid"],
  ["a bearer token", { headers: [["Authorization", "Bearer {key 1}"]] }, "valid"],
  ["another scheme", { headers: [["Authorization", "Basic abc"]] }, "other"],
] as const)("the credential of a request with %s", (_, given, kind) => {
  expect(read(given).request.credential.kind).toBe(kind);
});

test("what the client asked for by means that the interface does not have shows nothing", () => {
  const given = (status: number, headers: WireExchange["headers"], unrecorded?: "headers") =>
    exchangeOf({ ...wire, headers, ...(unrecorded && { unrecorded }), outcome: { ...answer, status } }, 1);
  expect(given(304, [["If-None-Match", '"a"']])).toBeUndefined();
  expect(given(206, [["range", "bytes=0-9"]])).toBeUndefined();
  expect(given(304, [], "headers")).toBeUndefined();
  expect(given(304, [["Range", "bytes=0-9"]])).toBeDefined();
});
