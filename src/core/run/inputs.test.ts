import { expect, test } from "vitest";
import { sampleExchange } from "../../../testing/exchange/sample-exchange.ts";
import { sampleContract } from "../../../testing/run/sample-suites.ts";
import type { RequestSpec } from "../exchange/exchange.ts";
import { inputsTried } from "./inputs.ts";

const list = (...query: readonly [string, string][]): RequestSpec => ({
  method: "GET",
  path: "/pets",
  query,
  credential: { kind: "valid" },
});
const get = (id: string): RequestSpec => ({
  method: "GET",
  path: `/pets/${id}`,
  credential: { kind: "valid" },
});
const post = (text: string, contentType: string | undefined = "application/json"): RequestSpec => ({
  method: "POST",
  path: "/pets",
  credential: { kind: "valid" },
  body: { bytes: new TextEncoder().encode(text), contentType },
});

/** The kinds of one place that these requests show. */
function tried(place: string, ...requests: readonly RequestSpec[]): readonly string[] {
  const places = inputsTried(
    sampleContract,
    requests.map((request) => sampleExchange({ request })),
  );
  const kinds = places.find((p) => p.place === place)?.kinds ?? [];
  return kinds.filter(({ sent }) => sent > 0).map(({ kind }) => kind);
}

const table: readonly (readonly [place: string, request: RequestSpec, kind: string])[] = [
  ["limit", list(), "absent"],
  ["limit", list(["limit", "0"]), "below the minimum"],
  ["limit", list(["limit", "1"]), "the minimum"],
  ["limit", list(["limit", "50"]), "in between"],
  ["limit", list(["limit", "100"]), "the maximum"],
  ["limit", list(["limit", "101"]), "above the maximum"],
  ["limit", list(["limit", "1.5"]), "a fraction"],
  ["limit", list(["limit", "abc"]), "no number"],
  ["limit", list(["limit", ""]), "empty"],
  ["status", list(["status", "sold"]), "sold"],
  ["status", list(["status", "SOLD"]), "none of them"],
  ["petId", get("7"), "in between"],
  ["petId", get("0"), "zero"],
  ["petId", get("-1"), "negative"],
  ["petId", get("9007199254740993"), "beyond 2^53"],
  ["petId", get("9223372036854775808"), "above int64"],
  ["petId", get("-9223372036854775809"), "below int64"],
  ["body", post("{}"), "an object"],
  ["body", post("[]"), "another JSON value"],
  ["body", post("{"), "no JSON"],
  ["body", post(""), "empty"],
  ["body /name", post('{"name":"Rex"}'), "plain ASCII"],
  ["body /name", post('{"name":"Žoë"}'), "beyond ASCII"],
  ["body /name", post('{"name":"\\u0007"}'), "control characters"],
  ["body /name", post(`{"name":"${"x".repeat(65)}"}`), "longer than 64 units"],
  ["body /name", post('{"name":1}'), "another type"],
  ["body /name", post('{"name":null}'), "null"],
  ["body /name", post("{}"), "absent"],
  ["body /categoryId", post('{"categoryId":1.5}'), "a fraction"],
  ["body /categoryId", post('{"categoryId":"1"}'), "another type"],
  ["body /categoryId", post('{"categoryId":9223372036854775808}'), "above int64"],
  ["body /status", post('{"status":"sold"}'), "sold"],
  ["body /status", post('{"status":true}'), "another type"],
  ["Content-Type", post("{}"), "application/json"],
  ["Content-Type", post("{}", "Application/JSON; charset=utf-8"), "the same in another spelling"],
  ["Content-Type", post("{}", "text/plain"), "another"],
];

test.each(table)("%s of %o is %s", (place, request, kind) => {
  expect(tried(place, request)).toEqual([kind]);
});

test("what was not sent is there, with none", () => {
  const [limit] = inputsTried(sampleContract, []);
  expect(limit?.kinds.length).toBeGreaterThan(5);
  expect(limit?.kinds.every(({ sent }) => sent === 0)).toBe(true);
});

test("what goes out without the key shows nothing of an input: it is refused for that", () => {
  expect(tried("limit", { ...list(["limit", "0"]), credential: { kind: "none" } })).toEqual([]);
});
