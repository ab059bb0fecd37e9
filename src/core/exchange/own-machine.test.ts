import { expect, test } from "vitest";
import { connectFailure, exchangeFailure } from "./failure.ts";
import { lackOf } from "./own-machine.ts";

const withCode = (code: string) => Object.assign(new Error(code), { code });

test("what this machine lacks is distinguished from what the target did, whatever was being done", () => {
  const error = withCode("EMFILE");
  for (const to of ["http", "https", "proxy"] as const)
    expect(connectFailure(error, to)).toMatchObject({
      kind: "no-descriptors",
      message: expect.stringContaining("EMFILE"),
    });
  expect(exchangeFailure(error, "body").kind).toBe("no-descriptors");
});

test("what the target did, and what no error of the system is, is none", () => {
  for (const error of [
    withCode("ECONNREFUSED"),
    withCode("toString"),
    new Error("EMFILE"),
    "EMFILE",
    undefined,
  ])
    expect(lackOf(error)).toBeUndefined();
});

test("of several addresses one may be missing here; descriptors may not be missing for any", () => {
  const of = (...codes: string[]) => lackOf(new AggregateError(codes.map((code) => withCode(code))));
  expect(of("EADDRNOTAVAIL", "ECONNREFUSED")).toBeUndefined();
  expect(of("EADDRNOTAVAIL", "EADDRNOTAVAIL")).toBe("no-ports");
  expect(of("ECONNREFUSED", "EMFILE")).toBe("no-descriptors");
});
