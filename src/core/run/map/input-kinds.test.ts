import { expect, test } from "vitest";
import { sampleContract } from "../../../../testing/run/sample-suites.ts";
import type { RequestSpec } from "../../exchange/exchange.ts";
import { inputPlaces } from "./input-kinds.ts";

const asked = { method: "GET", path: "/pets", credential: { kind: "valid" } } as const;
const list = (...query: readonly [string, string][]): RequestSpec => ({ ...asked, query });
const get = (id: string): RequestSpec => ({ ...asked, path: `/pets/${id}` });
const post = (text: string, contentType: string | undefined = "application/json"): RequestSpec => ({
  ...asked,
  method: "POST",
  body: { bytes: new TextEncoder().encode(text), contentType },
});

/** The kind of value that a request has in one place of its operation. */
function kindIn(place: string, request: RequestSpec): string | undefined {
  const { operation } = sampleContract.classify(request);
  const places = [...sampleContract.operations.values()]
    .filter(({ id }) => id === operation)
    .flatMap(inputPlaces);
  const found = places.find((one) => one.place === place);
  const kind = found?.kindOf(request);
  expect(found?.kinds).toContain(kind);
  return kind;
}

const table: readonly (readonly [place: string, request: RequestSpec, kind: string])[] = [
  ["limit", list(), "absent"],
  ["limit", list(["limit", "0"]), "below the minimum"],
  ["limit", list(["limit", "1"]), "the minimum"],
  ["limit", list(["limit", "50"]), "in between"],
  ["limit", list(["limit", "100"]), "the maximum"],
  ["limit", list(["limit", "101"]), "above the maximum"],
  ["limit", list(["limit", "1.5"]), "a fraction"],
  ["limit", list(["limit", "abc"]), "not a number"],
  ["limit", list(["limit", ""]), "empty"],
  ["status", list(["status", "sold"]), "sold"],
  ["status", list(["status", "SOLD"]), "another value"],
  ["petId", get("7"), "in between"],
  ["petId", get("0"), "zero"],
  ["petId", get("-1"), "negative"],
  ["petId", get("9007199254740993"), "beyond 2^53"],
  ["petId", get("9223372036854775808"), "above int64"],
  ["petId", get("-9223372036854775809"), "below int64"],
  ["body", post("{}"), "an object"],
  ["body", post("[]"), "another JSON value"],
  ["body", post("{"), "not JSON"],
  ["body", post(""), "empty"],
  ["body /name", post('{"name":"Rex"}'), "plain ASCII"],
  ["body /name", post('{"name":"Žoë"}'), "beyond ASCII"],
  ["body /name", post('{"name":"\\u0007"}'), "control characters"],
  ["body /name", post(`{"name":"${"x".repeat(65)}"}`), "longer than 64 UTF-16 units"],
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
  expect(kindIn(place, request)).toBe(kind);
});
