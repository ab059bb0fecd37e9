import { expect, test } from "vitest";
import { judged } from "#testing/suites/judged-by-one-check.ts";
import type { SampleExchange } from "#testing/suites/sample-evidence.ts";
import { getOrders, getPet, listPets, noKey } from "../shared/steps/requests.ts";
import { badRequest, courtesy, errorContentType, notFound, statusAgrees, unauthorized } from "./checks.ts";

const checks = [badRequest, unauthorized, notFound, courtesy];

test("an Error body is due with a 4xx but 429, by what was refused", () => {
  const askedOn = (status: number, request = listPets()) =>
    checks
      .filter((check) => judged(check, { body: "no", status, request }) !== "nothing")
      .map(({ about }) => about);
  expect([399, 429, 500].flatMap((status) => askedOn(status))).toEqual([]);
  expect([400, 401, 404, 499].map((status) => askedOn(status).join())).toEqual([
    "ERR-1",
    "ERR-2",
    "ERR-3",
    "ERR-3",
  ]);
  expect(askedOn(401, listPets({}, noKey))).toEqual(["ERR-2"]);
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

test("an Error body has the Content-Type application/json, in any letter case and with any parameters, once", () => {
  const of = (...values: readonly string[]) =>
    judged(errorContentType, {
      ...{ status: 404, request: getPet(1n), body: { code: "x", message: "x", status: 404 } },
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
