import { describe, expect, test } from "vitest";
import type { Parameter } from "../../src/core/contract/contract.ts";
import { pathText, plainText, queryPairs } from "./styles.ts";

function parameter(style: string, explode: boolean, hasMediaType = false): Parameter {
  return { name: "color", style, explode, hasMediaType } as Parameter;
}

const list = ["blue", "black"];
const object = { R: 100, G: 200 };

// OpenAPI 3.1, Style Examples.
describe("a value stands in a query as its style says:", () => {
  test.each([
    [
      "form",
      true,
      list,
      [
        ["color", "blue"],
        ["color", "black"],
      ],
    ],
    ["form", false, list, [["color", "blue,black"]]],
    ["spaceDelimited", false, list, [["color", "blue black"]]],
    ["pipeDelimited", false, list, [["color", "blue|black"]]],
    [
      "form",
      true,
      object,
      [
        ["R", "100"],
        ["G", "200"],
      ],
    ],
    ["form", false, object, [["color", "R,100,G,200"]]],
    [
      "deepObject",
      true,
      object,
      [
        ["color[R]", "100"],
        ["color[G]", "200"],
      ],
    ],
    ["form", true, 9007199254740993n, [["color", "9007199254740993"]]],
  ])("%s, explode %s", (style, explode, value, pairs) => {
    expect(queryPairs(parameter(style, explode), value)).toEqual(pairs);
  });

  test("as JSON where the document gives it a media type", () => {
    expect(queryPairs(parameter("form", true, true), object)).toEqual([["color", '{"R":100,"G":200}']]);
  });
});

describe("a value stands in a path as its style says:", () => {
  test.each([
    ["simple", false, list, "blue,black"],
    ["simple", true, object, "R%3D100,G%3D200"],
    ["label", true, list, ".blue.black"],
    ["matrix", false, list, ";color=blue,black"],
    ["matrix", true, list, ";color=blue;color=black"],
    ["matrix", true, object, ";R=100;G=200"],
    ["simple", false, "a/b c", "a%2Fb%20c"],
  ])("%s, explode %s", (style, explode, value, text) => {
    expect(pathText(parameter(style, explode), value)).toBe(text);
  });
});

test("a value stands in a header as its parts, joined by commas", () => {
  expect(plainText(parameter("simple", false), object)).toBe("R,100,G,200");
});
