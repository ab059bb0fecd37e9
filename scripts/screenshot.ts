import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { createSecrets } from "../src/core/secrets/secrets.ts";
import { pairOf, play } from "../src/proof/play.ts";
import { htmlReport } from "../src/report/html/html.ts";
import { reportOfRun } from "../src/report/run-report.ts";
import { loadCatalogue } from "../suites/catalogue.ts";
import { loadContract } from "../suites/petstore/document.ts";
import { suite } from "../suites/registry.ts";
import { loadServers } from "../suites/servers.ts";

// Writes the picture of a report that docs/reports.md shows: a run against the reference server with two faults. Run it by
// hand when the page has changed; it needs Chromium (CHROMIUM names one). Another path may be given.

const faults = ["unprocessable", "got-id-as-text"];
const size = { width: 1200, height: 960 };

const root = join(import.meta.dirname, "..");
const [path = join(root, "docs/report.png")] = process.argv.slice(2);

const contract = await loadContract();
const servers = await loadServers();
const [one, other] = faults.map((id) => {
  const server = servers.find((some) => some.id === id);
  if (server === undefined) throw new Error(`there is no fault ${id}`);
  return server;
});
if (one === undefined || other === undefined) throw new Error("two faults are needed");

const run = await play(pairOf(one, other), {
  contract,
  suite,
  requirements: loadCatalogue(contract),
  options: { profile: "standard" },
});
// The address at which `serve` has the same server.
const page = htmlReport(reportOfRun(createSecrets().redact({ ...run, target: "http://127.0.0.1:8080/v1" })));

const folder = await mkdtemp(join(tmpdir(), "screenshot-"));
// The sandbox needs privileges that containers do not give; the page is our own.
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  const file = join(folder, "report.html");
  await writeFile(file, [...page].join(""));
  const context = await browser.newContext({ viewport: size, colorScheme: "light" });
  const tab = await context.newPage();
  await tab.goto(pathToFileURL(file).href);
  await tab.screenshot({ path });
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}
