import { describe, expect, test } from "vitest";
import type { Parameter } from "#core/contract/contract.ts";
import { pathText, plainText } from "./styles.ts";

function parameter(style: string, explode: boolean): Parameter {
  return { name: "color", style, explode, hasMediaType: false } as Parameter;
}

const list = ["blue", "black"];
const object = { R: 100, G: 200 };

// OpenAPI 3.1, Style Examples. Those of a query are in openapi-words.test.ts.
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
