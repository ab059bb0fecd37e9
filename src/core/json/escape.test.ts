import { expect, test } from "vitest";
import { escapeForTerminal, escapeForXml, isPlainText, jsonText, shorten } from "./escape.ts";

test.each([
  ["a terminal's escape sequence", "\u001b[2Jhi", "\\u{1b}[2Jhi"],
  ["a C1 control", "\u009b1m", "\\u{9b}1m"],
  ["a line feed", "a\r\nb\tc", "a\\r\\nb\\tc"],
  ["a bidirectional override", "abc\u202edef", "abc\\u{202e}def"],
  ["a lone surrogate", "a\ud800b", "a\\u{d800}b"],
  ["a zero-width space", "a\u200bb", "a\\u{200b}b"],
  ["a noncharacter", "\uffff\u{1fffe}", "\\u{ffff}\\u{1fffe}"],
])("%s is shown, not obeyed", (_, hostile, shown) => {
  expect(escapeForTerminal(hostile)).toBe(shown);
  expect(isPlainText(hostile)).toBe(false);
});

test("names of animals in any script stay as they are", () => {
  for (const name of ["Zoë", "小白", "👩‍👩‍👧", "رکس", "a\u0301"]) expect(escapeForTerminal(name)).toBe(name);
});

test("XML gets neither markup nor characters that it does not allow", () => {
  const escaped = "&lt;a b=&quot;c&quot;&gt;&amp;&apos;\\u{0}\\u{b}]]&gt;";
  expect(escapeForXml(`<a b="c">&'\u0000\u000b]]>`)).toBe(escaped);
});

test("JSON may be looked at with cat, and means the same", () => {
  const value = { "a\u009b31m": "\u202e\ufeff\u{e0041}\ud800\u001b", plain: "Zoë 👩‍👩‍👧" };
  expect(isPlainText(jsonText(value))).toBe(true);
  expect(JSON.parse(jsonText(value))).toEqual(value);
});

test("a shortened text says how much is missing and does not split a character", () => {
  expect(shorten("abc", 3)).toBe("abc");
  expect(shorten("ab👩cd", 3)).toBe("ab… (3 more characters)");
});
