import { expect, test } from "vitest";
import { looksLikeWord } from "./word-like.ts";

test.each([
  "conformance",
  "undefined",
  "application/json",
  "Content-Type",
  "127.0.0.1",
  "200",
  "'",
  "correct-horse",
])("is, or may be, a word: %s", (key) => expect(looksLikeWord(key)).toBe(true));

test.each(["sk_live_7aB9xQ2zT5", "5f2c9a7d41e80b36", "abcdefghijklmnopqrstuvwxyz", "4123456789012345"])(
  "is none: %s",
  (key) => expect(looksLikeWord(key)).toBe(false),
);
