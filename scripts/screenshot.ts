import { join } from "node:path";
import { createSecrets } from "#core/secrets/secrets.ts";
import { pairOf } from "#proof/play.ts";
import { htmlReport } from "#report/html/html.ts";
import { reportOfRun } from "#report/run-report.ts";
import { playOn, serverOf } from "#testing/proof/bed.ts";
import { launchChromium } from "#testing/report/chromium.ts";

// Writes the picture of a report that docs/releasing.md shows: a run against the reference server with two faults. Run it by
// hand when the page has changed; it needs Chromium (CHROMIUM names one). Another path may be given.

const [path = join(import.meta.dirname, "../docs/report.png")] = process.argv.slice(2);

const run = await playOn(pairOf(serverOf("unprocessable"), serverOf("got-id-as-text")), {
  profile: "standard",
});
// The address at which `serve` has the same server.
const page = htmlReport(reportOfRun(createSecrets().redact({ ...run, target: "http://127.0.0.1:8080/v1" })));

const browser = await launchChromium();
try {
  const tab = await browser.newPage({ viewport: { width: 1200, height: 960 }, colorScheme: "light" });
  await tab.setContent([...page].join(""));
  await tab.screenshot({ path });
} finally {
  await browser.close();
}
