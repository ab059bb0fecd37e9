import { expect, test } from "vitest";
import { textOf } from "../source-files.ts";
import { guardedRuns, guardedServers } from "./guarded-servers.ts";

const file = "reports/guarded-runs.json";

const committed = textOf(file).split("\n");

// `npm run record -- --check` plays all of them.
const some = Object.keys(guardedServers)
  .map((name, nth) => [name, nth] as const)
  .filter(([, nth]) => nth % 4 === 0);

test.each(some)(
  "a guarded run comes to the report that is committed (npm run record writes it anew): %s",
  async (name, nth) => {
    const lines = (await guardedRuns((one) => one === nth)).split("\n").slice(1, -3);
    const start = committed.indexOf(`${JSON.stringify(name)}: {`);
    expect(lines.length).toBeGreaterThan(100);
    expect(lines).toEqual(committed.slice(start, start + lines.length));
  },
);

test("each guarded run has a report of its own, from the first request to the last member", () => {
  const reports: Readonly<
    Record<string, { readonly complete?: boolean; readonly requests: { total: number } }>
  > = JSON.parse(textOf(file));
  expect(Object.keys(reports)).toEqual(Object.keys(guardedServers));
  for (const [name, { complete, requests }] of Object.entries(reports)) {
    expect(complete, name).toBe(true);
    expect(requests.total, name).toBeGreaterThan(0);
  }
});
