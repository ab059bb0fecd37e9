import { describe, expect, test } from "vitest";
import { mutantsOf, mutated } from "./mutate.ts";

/** Every text that a source becomes, one mutant at a time. */
const becomes = (source: string): string[] => mutantsOf(source).map((mutant) => mutated(source, mutant));

describe("what a place becomes", () => {
  test.each<[source: string, ...expected: string[]]>([
    ["x(a < b)", "x(a <= b)", "x(a >= b)"],
    ["x(a >= b)", "x(a > b)", "x(a < b)"],
    ["x(a === b)", "x(a !== b)"],
    ["x(a && b)", "x((a || b))"],
    ["x(a ?? b)", "x((a && b))"],
    ["x(!a)", "x(a)"],
    ["x(true)", "x(false)"],
    ["x(a + b)", "x(a - b)"],
    ["x(-a)", "x(a)"],
    ["x([a])", "x([])"],
    ["x(a?.b)", "x(a.b)"],
    ["x(a?.[b])", "x(a[b])"],
    ["x(a.some(b))", "x(a.every(b))"],
    ["x(a.filter(b).map(c))", "x(a.map(c))"],
    ["x(Math.max(a, b))", "x(Math.min(a, b))"],
    ["x(6_000)", "x(6001)"],
    ["x(9_000n)", "x(9001n)"],
    ["if (a) b();", "if (true) b();", "if (false) b();"],
    ["while (a) b();", "while (false) b();"],
    ["function f() { g(); }", "function f() {}"],
    ["const f = () => a;", "const f = () => undefined;"],
    ["a += b;", "a -= b;"],
  ])("%s", (source, ...expected) => {
    expect(becomes(source)).toEqual(expected);
  });

  test("brackets stay where they are needed", () => {
    expect(becomes("x(a * (b ?? c))")).toContain("x(a / (b ?? c))");
    expect(becomes("x(a && !(b || c))")).toContain("x(a && (b || c))");
    expect(becomes("x((a ?? b).filter(c))")).toContain("x((a ?? b))");
  });
});

describe("what is left alone", () => {
  test.each([
    ["a type", "let a: 1 | true | readonly string[];"],
    ["an import", 'import { a } from "b";'],
    ["a text, and what is joined to one", 'x("a" + b + c);'],
    ["a key", "x({ 1: a });"],
    ["words for the report", "x({ seen: a ? b : c, where: [d] });"],
    ["the reason why nothing is shown", "observe.notShown(a ? b : c);"],
    ["the weight of a row", "x({ value: 9 });"],
    ["the weight behind a row's name", 'x("standard", 9);'],
    ["what is empty already", "x([], () => {});"],
  ])("%s", (_, source) => {
    expect(becomes(source)).toEqual([]);
  });

  test("but not a function that decides what is said", () => {
    expect(becomes("x({ words: () => a });")).toEqual(["x({ words: () => undefined });"]);
  });
});

describe("what is told of a mutant", () => {
  test("its line, what it replaces, and the declaration that holds it", () => {
    const [mutant] = mutantsOf(
      'const a: string = "猫";\nexport function f(g: boolean) {\n  return g === h;\n}\n',
    ).slice(1);
    expect(mutant).toMatchObject({ line: 3, within: "f", was: "g === h", becomes: "g !== h" });
  });

  test("the whole expression whose value it decides", () => {
    const scopes = (source: string): string[] =>
      mutantsOf(source).map(({ scope }) => source.slice(scope.start, scope.end));
    expect(scopes("x(a?.some(b).c)")).toEqual(["a?.some(b).c", "a?.some(b).c"]);
    expect(new Set(scopes("x(a.length + 1 > b && c)"))).toEqual(new Set(["a.length + 1 > b && c"]));
    expect(scopes("x(a(b > c) > d)").slice(2)).toEqual(["b > c", "b > c"]);
  });

  test("whether evaluating it twice would do something twice", () => {
    expect(mutantsOf("x(a.push(b) > c)").map(({ acts }) => acts)).toEqual([true, true]);
    expect(mutantsOf("x(a.at(b) > c)").map(({ acts }) => acts)).toEqual([false, false]);
  });
});
