import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Summary, unexplained } from "./summary.ts";

const folder = new URL("./", import.meta.url);
const committed = (name: string): Summary =>
  JSON.parse(readFileSync(new URL(`${name}.verdicts.json`, folder), "utf8"));

// What is committed is what is judged: `npm run record -- --check`, which CI runs.

test("a server written from the interface with a popular framework is conforming", () => {
  expect(committed("fastify").outcome).toBe("conforming");
});

test("reports/foreign-servers.md explains every failure of the mock, and nothing else", () => {
  const explained = readFileSync(new URL("../../reports/foreign-servers.md", import.meta.url), "utf8");
  expect(unexplained(explained, committed("scalar-mock"))).toEqual({ missing: [], outdated: [] });
});
