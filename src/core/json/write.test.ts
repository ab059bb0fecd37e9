import { describe, expect, test } from "vitest";
import { raw, writeJson } from "./write.ts";

describe("writeJson", () => {
  test("writes a bigint as its digits, beyond 2^53 too", () => {
    expect(writeJson({ categoryId: 9223372036854775807n })).toBe('{"categoryId":9223372036854775807}');
  });

  test("lets a raw fragment stand as it is", () => {
    expect(writeJson({ categoryId: raw("1e2"), name: "raw" })).toBe('{"categoryId":1e2,"name":"raw"}');
  });

  test("takes only raw() for a fragment, not an object that looks like one", () => {
    expect(writeJson({ rawJson: "1" })).toBe('{"rawJson":"1"}');
  });

  test("writes everything else as JSON.stringify does", () => {
    const value = {
      a: [1, 0.5, -1e300, true, null, 'q"\\\n\u2028'],
      b: {},
      c: undefined,
      "\u0000": "\ud800",
    };
    expect(writeJson(value)).toBe(JSON.stringify(value));
  });

  test("refuses a number that JSON does not have", () => {
    expect(() => writeJson([Number.NaN])).toThrow(RangeError);
  });
});
