import { expect, test } from "vitest";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { counted, exchangeInWords } from "./words.ts";

const html = { headers: [["content-type", "Text/HTML; charset=utf-8"]] as const };

test.each([
  [{ status: 204, body: "" }, "204 without a body"],
  [{ body: "[1,2]" }, "200 with a list of 2 items"],
  [{ body: '{"id":1,"name":"Rex"}' }, "200 with a pet"],
  [{ status: 404, body: '{"code":"x","message":"y","status":404}' }, "404 with an Error body"],
  [{ body: '{"pets":[],"next":1}' }, "200 with an object (pets, next)"],
  [{ body: "{}" }, "200 with an empty object"],
  [{ body: "null" }, "200 with a JSON null"],
  [{ body: "true" }, "200 with a JSON true"],
  [{ body: '"x"' }, "200 with a JSON string"],
  [{ status: 502, body: "<html>", ...html }, "502 with an HTML body"],
  [{ body: "Not found" }, "200 with a body that is not JSON"],
])("the answer %j is reported as %s", (given, words) => {
  expect(exchangeInWords(sampleExchange(given))).toBe(words);
});

test.each([
  ["/users/7", "with a user"],
  ["/v2/accounts/7/addresses/home", "with an address"],
  ["/categories", "with a category"],
  ["/people/7", "with an object (id, name)"],
])("what %s answers with is called by its path", (path, words) => {
  const exchange = sampleExchange({ body: '{"id":1,"name":"Rex"}', request: { path } });
  expect(exchangeInWords(exchange)).toBe(`200 ${words}`);
});

test("a hostile object does not make the words long", () => {
  const body = JSON.stringify(
    Object.fromEntries(Array.from({ length: 99 }, (_, i) => ["n".repeat(999) + i, i])),
  );
  expect(exchangeInWords(sampleExchange({ body })).length).toBeLessThan(120);
});

test("a request without an answer is described by why", () => {
  const exchange = sampleExchange({ failure: { message: "the connection failed" } });
  expect(exchangeInWords(exchange)).toBe("no complete answer: the connection failed");
});

test("one is not many", () => {
  const words = [counted(1, "pet"), counted(0, "pet"), counted(2, "body", "bodies")];
  expect(words).toEqual(["1 pet", "0 pets", "2 bodies"]);
});
