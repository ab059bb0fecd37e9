import { expect, test } from "vitest";
import { withIgnored } from "./wanted-files.ts";

const ignored = (before: string): string | undefined => {
  const after = withIgnored(Buffer.from(before, "latin1"), "reports");
  return after && Buffer.from(after).toString("latin1");
};

test.each([
  ["", "/reports/\n"],
  ["dist/\n", "dist/\n/reports/\n"],
  ["dist/", "dist/\n/reports/\n"],
  ["dist/\r\nlib/", "dist/\r\nlib/\r\n/reports/\r\n"],
  ["# reports/\n!reports/\n", "# reports/\n!reports/\n/reports/\n"],
  ["caf\xe9\n", "caf\xe9\n/reports/\n"],
])("%j becomes %j", (before, after) => {
  expect(ignored(before)).toBe(after);
});

test.each(["reports\n", "reports/", "/reports\r\n", "dist/\n /reports/ \n"])(
  "%j names it already",
  (before) => {
    expect(ignored(before)).toBeUndefined();
  },
);
