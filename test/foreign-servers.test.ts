import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { foreignServers, judge } from "./foreign-servers/judge.ts";
import { type Summary, summaryOf } from "./foreign-servers/summary.ts";

const folder = new URL("./foreign-servers/", import.meta.url);
const committed = (name: string): Summary =>
  JSON.parse(readFileSync(new URL(`${name}.verdicts.json`, folder), "utf8"));

test.each(Object.entries(foreignServers))(
  "%s is judged as test/foreign-servers has it (npm run foreign-verdicts writes it anew)",
  async (name, start) => {
    const run = await judge(start);
    expect(run.suiteErrors).toEqual([]);
    expect(summaryOf(run)).toEqual(committed(name));
  },
);

test("a server written from the interface with a popular framework is conforming", () => {
  expect(committed("fastify").outcome).toBe("conforming");
});

test("every failure of a foreign server is explained in docs/foreign-servers.md", () => {
  const explained = readFileSync(new URL("../docs/foreign-servers.md", import.meta.url), "utf8");
  for (const name of Object.keys(foreignServers)) {
    const failed = Object.entries(committed(name).verdicts).filter(([, v]) => typeof v === "object");
    for (const [id] of failed) expect(explained, `${id} of ${name}`).toContain(`| ${id} |`);
  }
});
