import { describe, expect, it } from "vitest";
import { switchesOf } from "./places.ts";

const written = (source: string) => switchesOf(source).map(({ switchedOff }) => switchedOff);

describe("a place that is switched off", () => {
  it("holds where an observation fails", () => {
    expect(written("f(observe.broken(a, b, { seen, where }));")).toEqual([
      "f($switchedOff(observe.broken(a, b, { seen, where })));",
    ]);
  });

  it("holds where an invariant says that an exchange is broken", () => {
    expect(written("f({ case: c, broken: { expected, seen } });")).toEqual([
      "f($switchedOff({ case: c, broken: { expected, seen } }));",
    ]);
    expect(written("f({ case: c, broken });")).toEqual(["f($switchedOff({ case: c, broken }));"]);
  });

  it("is as expected where an answer differs", () => {
    expect(written("const f = (a) => (met ? undefined : { seen: a, where });")).toEqual([
      "const f = (a) => (met ? undefined : undefined);",
    ]);
    expect(written("const f = (a) => { const m = { seen: a }; return g(m); };")).toEqual([]);
  });

  it("is every call of a function that does nothing else", () => {
    const source = (first: string, second: string) =>
      `const wrong = (a) => ({ case: c, broken: { seen: a } }); if (x) f(${first}); f(${second});`;
    expect(written(source("wrong(1)", "wrong(2)"))).toEqual([
      source("$switchedOff(wrong(1))", "wrong(2)"),
      source("wrong(1)", "$switchedOff(wrong(2))"),
    ]);
  });
});
