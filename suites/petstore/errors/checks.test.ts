import { expect, test } from "vitest";
import { judged } from "#testing/suites/judged-by-one-check.ts";
import type { SampleExchange } from "#testing/suites/sample-evidence.ts";
import { getOrders, getPet, listPets, noKey } from "../shared/steps/requests.ts";
import { badRequest, courtesy, errorContentType, notFound, statusAgrees, unauthorized } from "./checks.ts";

const checks = [badRequest, unauthorized, notFound, courtesy];

/** Which requirement asks for an Error body of an answer that has none. */
const asks = (sample: SampleExchange, ...before: readonly SampleExchange[]): string =>
  checks
    .filter((check) => judged(check, { body: "no", ...sample }, ...before) !== "nothing")
    .map(({ about }) => about)
    .join();

test("an Error body is due with a 4xx but 429, by what was refused", () => {
  const on = (status: number, request: SampleExchange["request"] = listPets()) => asks({ status, request });
  expect([399, 429, 500].map((status) => on(status))).toEqual(["", "", ""]);
  expect([400, 401, 404, 499].map((status) => on(status))).toEqual(["ERR-1", "ERR-2", "ERR-3", "ERR-3"]);
  expect(on(401, listPets({}, noKey))).toBe("ERR-2");
});

test("nothing is asked of the 401 of orders that do not exist even with a key", () => {
  const without: SampleExchange = {
    status: 401,
    request: getOrders(noKey),
    headers: [["Content-Type", "text/html"]],
    body: { code: "x", message: "x", status: 400 },
  };
  const judgedBeside = (status: number) => {
    const orders = { label: "orders", request: getOrders(), status, body: [] };
    return [statusAgrees, errorContentType].map((check) => judged(check, without, orders));
  };
  expect(judgedBeside(404)).toEqual(["nothing", "nothing"]);
  expect(judgedBeside(200)).toEqual(["broken", "broken"]);
});

const error = (status: number, more: object = {}): SampleExchange => ({
  status: 404,
  request: getPet(1n),
  body: { code: "x", message: "x", status, ...more },
});

test("an Error body has the Content-Type application/json, in any letter case and with any parameters, once", () => {
  const of = (...values: readonly string[]) =>
    judged(errorContentType, {
      ...error(404),
      headers: values.map((value) => ["Content-Type", value] as const),
    });
  for (const right of [
    "application/json",
    " Application/JSON ",
    "application/json; charset=utf-8",
    "application/json ;a=b",
  ])
    expect([right, of(right)]).toEqual([right, "held"]);
  for (const wrong of ["text/json", "application/jsonp", "application/problem+json", "x application/json"])
    expect([wrong, of(wrong)]).toEqual([wrong, "broken"]);
  expect(of()).toBe("broken");
  expect(of("application/json", "text/html")).toBe("broken");
});
