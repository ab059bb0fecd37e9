import { expect, test } from "vitest";
import type { ServerRequest } from "../../reference-server/server.ts";
import { loadCatalogue } from "../../suites/catalogue.ts";
import { loadContract } from "../../suites/petstore/document.ts";
import { suite } from "../../suites/registry.ts";
import { loadServers } from "../../suites/servers.ts";
import { createVirtualClock } from "../core/exchange/clock/virtual-clock.ts";
import type { Run } from "../core/run/result.ts";
import { createSecrets } from "../core/secrets/secrets.ts";
import { consoleReport } from "../report/console/console.ts";
import { reportOfRun } from "../report/run-report.ts";
import { play, playServer } from "./play.ts";

const contract = await loadContract();
const requirements = loadCatalogue(contract);
const faults = (await loadServers()).filter(({ kind }) => kind === "fault");

function linesOf(run: Run): string[] {
  const options = { width: 80, colour: false, quiet: false, verbose: false };
  return consoleReport(reportOfRun(createSecrets().redact(run)), options)
    .trimEnd()
    .split("\n");
}

test("what only warns takes one line, unless the warning makes the run fail", async () => {
  const server = faults.find(({ id }) => id === "deprecation-true");
  if (server === undefined) throw new Error("the bed has no deprecation-true");
  const lines = async (strict: boolean) =>
    linesOf(await play(server, { contract, suite, requirements, options: { profile: "standard", strict } }));
  const [short, full] = [await lines(false), await lines(true)];
  expect(short.indexOf("")).toBe(1);
  expect(short[0]).toMatch(/^! DEPR-2 send-deprecation-header/);
  expect(short.join("\n")).not.toContain("how to fix");
  expect(full.join("\n")).toContain("how to fix");
});

/** Stores every body, knows every key, applies no parameter. */
function lax() {
  const pets: object[] = [];
  const json = (status: number, value: unknown) => ({
    status,
    headers: [["Content-Type", "application/json"] as const],
    body: new TextEncoder().encode(JSON.stringify(value)),
  });
  const stored = (body: Uint8Array) => {
    try {
      const sent: unknown = JSON.parse(new TextDecoder().decode(body));
      return typeof sent === "object" ? sent : {};
    } catch {
      return {};
    }
  };
  return async ({ method, target, body }: ServerRequest) => {
    if (method === "GET")
      return json(200, /\/pets\/[^/]+$/.test(target) ? pets[Number.parseInt(target.slice(9), 10) - 1] : pets);
    pets.push({ ...stored(body), id: pets.length + 1 });
    return json(201, pets.at(-1));
  };
}

test("a server that accepts everything is reported in less than 80 lines", async () => {
  const clock = createVirtualClock(Date.parse("2026-03-04T05:06:07Z"));
  const given = { contract, suite, requirements, options: { profile: "standard" } } as const;
  const run = await playServer({ handle: lax() }, new URL("https://reference.localhost/v1"), clock, given);
  expect(run.causes.length).toBeGreaterThan(5);
  const lines = linesOf(run);
  expect(lines.length, lines.join("\n")).toBeLessThan(80);
});
