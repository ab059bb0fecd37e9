import { expect, test } from "vitest";
import { answerInWords } from "#core/check/results/words.ts";
import { ifRecorded, NotRecorded } from "#core/contract/recorded.ts";
import { type Exchange, headerValue, timesOf } from "#core/exchange/exchange.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { loadContract } from "#suites/petstore/document.ts";
import { exchangeOf } from "./exchange-of.ts";

const contract = await loadContract();
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

const bodyIn = (given: Partial<WireExchange>) => read(given).outcome.answer.body;

test("what was not recorded says so, and what was recorded is there", () => {
  const { outcome } = read({ outcome: { ...answer, body: undefined, recordedFields: ["x-a", "X-B"] } });
  expect(outcome.answer.body).toEqual(new NotRecorded("the answer's body"));
  expect(() => headerValue(outcome.answer.headers, "Date")).toThrow("a field of the answer was not recorded");
  expect(headerValue(outcome.answer.headers, "X-A")).toBe("1");
  expect(headerValue(outcome.answer.headers, "X-B")).toBeUndefined();
  expect(timesOf(read({}))).toEqual({ sentAtMs: 1, firstByteAtMs: undefined, endedAtMs: 2 });
  for (const times of [{ sentAtMs: undefined }, { endedAtMs: undefined }])
    expect(() => timesOf(read(times))).toThrow("the time was not recorded");
});

test.each(["[REDACTED]", "***", "<redacted>", "[x-a redacted]", "(hidden)", "[Filtered]"])(
  "a value that was cut out counts as not recorded, and so does a body: %s",
  (mark) => {
    const headers = [["X-A", mark] as const, ["X-C", "removal on Monday"] as const];
    const { outcome } = read({ outcome: { ...answer, headers, body: Buffer.from(mark) } });
    expect(() => headerValue(outcome.answer.headers, "x-a")).toThrow("was not recorded");
    expect(headerValue(outcome.answer.headers, "X-B")).toBeUndefined();
    expect(headerValue(outcome.answer.headers, "X-C")).toBe("removal on Monday");
    expect(outcome.answer.body).toEqual(new NotRecorded("the answer's body"));
    const posted = read({ method: "POST", headers: [["Content-Type", mark]], body: Buffer.from("{}") });
    expect(posted.request.body).toMatchObject({ contentType: new NotRecorded("the request's Content-Type") });
  },
);

test("an answer is described by as much as was recorded of it", () => {
  const page = { ...answer, body: Buffer.from("<p>") };
  expect(answerInWords(read({ outcome: { ...answer, body: undefined } }))).toBe("200");
  expect(answerInWords(read({ outcome: { ...page, recordedFields: [] } }))).toBe("200");
  expect(answerInWords(read({ outcome: page }))).toBe("200 with a body that is not JSON");
});

test("a create without its body or its Content-Type is a create", () => {
  expect(read({ method: "POST", body: undefined }).request).toMatchObject({
    method: "POST",
    body: new NotRecorded("the request's body"),
  });
  const { body } = read({ method: "POST", body: Buffer.from("{}"), unrecorded: "headers" }).request;
  expect(body).toMatchObject({ contentType: new NotRecorded("the request's Content-Type") });
  expect(read({ body: undefined }).request.body).toBeUndefined();
});

test("a body that is decoded already is not decoded again, and one in an unknown coding is not read", () => {
  const coded = (coding: string) => ({ ...answer, headers: [["Content-Encoding", coding]] as const });
  expect(ifRecorded(bodyIn({ outcome: { ...coded("gzip"), isDecoded: true } }))?.json?.ok).toBe(true);
  expect(ifRecorded(bodyIn({ outcome: coded("gzip") }))?.problems).toHaveLength(1);
  expect(bodyIn({ outcome: coded("dcb") })).toBeInstanceOf(NotRecorded);
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

test("whoever forgets that a part may be missing does not compile", () => {
  const { times, request, outcome } = read({});
  // @ts-expect-error nobody may have recorded when it was sent
  expect(times.sentAtMs).toBe(1);
  // @ts-expect-error nor what the answer held
  expect(outcome.answer.body.text).toBe("[]");
  // @ts-expect-error nor its other fields
  expect(outcome.answer.headers.length).toBe(1);
  // @ts-expect-error nor what the request held
  expect(request.body?.bytes).toBeUndefined();
  // @ts-expect-error and so nobody knows whether it was allowed
  expect(contract.classify(request).findings.allowed).toBe(true);
});
