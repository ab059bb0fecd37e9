import { describe, expect, test } from "vitest";
import { parseHttpDate } from "./http-date.ts";
import { parseRetryAfter } from "./pacing/rate-headers.ts";

const example = Date.UTC(1994, 10, 6, 8, 49, 37);

describe("parseHttpDate", () => {
  test.each([
    ["Sun, 06 Nov 1994 08:49:37 GMT", example],
    ["Sunday, 06-Nov-94 08:49:37 GMT", example],
    ["Sun Nov  6 08:49:37 1994", example],
    ["Sat, 31 Dec 2016 23:59:60 GMT", Date.UTC(2017, 0, 1)],
    ["Thu, 29 Feb 2024 00:00:00 GMT", Date.UTC(2024, 1, 29)],
    // A year of two digits is one of 1970 to 2069.
    ["Thursday, 05-Dec-30 00:00:00 GMT", Date.UTC(2030, 11, 5)],
  ])("reads %s", (text, atMs) => expect(parseHttpDate(text)).toBe(atMs));

  test.each([
    "",
    "Mon, 06 Nov 1994 08:49:37 GMT",
    "Sun, 6 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 UTC",
    "Sun, 06 Nov 1994 08:49:37 +0000",
    "sun, 06 nov 1994 08:49:37 gmt",
    " Sun, 06 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:00:00 GMT",
    "Sun, 06 Nov 1994 08:60:37 GMT",
    "Wed, 31 Nov 1994 08:49:37 GMT",
    "Thu, 30 Feb 2023 00:00:00 GMT",
    "Sun Nov 6 08:49:37 1994",
    "Sunday, 06-Nov-1994 08:49:37 GMT",
    "1994-11-06T08:49:37Z",
    "784111777",
  ])("refuses %j", (text) => {
    expect(parseHttpDate(text)).toBeUndefined();
  });
});

describe("parseRetryAfter", () => {
  test.each([
    ["120", { kind: "seconds", seconds: 120 }],
    ["0", { kind: "seconds", seconds: 0 }],
    ["9".repeat(400), { kind: "seconds", seconds: Number.MAX_SAFE_INTEGER }],
    ["Sun, 06 Nov 1994 08:49:37 GMT", { kind: "date", atMs: example }],
  ])("reads %s", (value, read) => expect(parseRetryAfter(value)).toEqual(read));

  test.each(["", "-1", "+1", "1.5", "1e3", " 1", "soon", "1 s"])("refuses %j", (value) => {
    expect(parseRetryAfter(value)).toBeUndefined();
  });
});
