import type { Browser } from "playwright-core";
import { startWorkbench } from "../src/workbench/serve.ts";
import { evaluate, launchChromium } from "../testing/chromium.ts";
import { sampleRun } from "../testing/report/sample-run.ts";
import { sampleMeans } from "../testing/workbench/sample-means.ts";

// The workbench in Chromium with a run of 10,000 exchanges: first paint, weight, and frames while it is scrolled.
// Prints the rows of the table in docs/workbench.md.

const count = 10_000;
const loads = 7;
const frames = 600;
/** At 60 frames a second 6,000 pixels a second, which is a wheel turned fast. */
const stepPixels = 100;
const viewport = { width: 1280, height: 900 };

const exchanges = sampleRun()
  .exchanges.slice(0, 1)
  .flatMap((one) =>
    Array.from({ length: count }, (_, index) => ({
      ...one,
      ...{ id: index + 1, sentAtMs: index * 20, endedAtMs: index * 20 + 15 },
    })),
  );

/** Milliseconds from frame to frame. */
const scrolling = `new Promise((done) => {
  const gaps = [];
  let before;
  const step = (at) => {
    if (before !== undefined) gaps.push(at - before);
    before = at;
    scrollBy(0, ${stepPixels});
    if (gaps.length < ${frames}) requestAnimationFrame(step);
    else done(gaps);
  };
  requestAnimationFrame(step);
})`;

const loading = `({
  paintMs: performance.getEntriesByName("first-contentful-paint")[0].startTime,
  bytes: [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .reduce((sum, { transferSize }) => sum + transferSize, 0),
})`;

const print = (...cells: readonly string[]) => process.stdout.write(`| ${cells.join(" | ")} |\n`);

function quantile(values: readonly number[], part: number): string {
  const value = values.toSorted((a, b) => a - b)[Math.floor(part * (values.length - 1))];
  return `${Math.round(value ?? Number.NaN)} ms`;
}

/** Each time in a context of its own, whose cache is empty. */
async function printLoading(browser: Browser, name: string, url: string): Promise<void> {
  const found: { readonly paintMs: number; readonly bytes: number }[] = [];
  for (let nth = 0; nth < loads; nth++) {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    await page.goto(url);
    await page.waitForFunction("performance.getEntriesByName('first-contentful-paint').length > 0");
    found.push(await evaluate(page, loading));
    await context.close();
  }
  const paints = found.map(({ paintMs }) => paintMs);
  const bytes = Math.max(...found.map((one) => one.bytes));
  print(name, quantile(paints, 0.5), quantile(paints, 1), `${Math.ceil(bytes / 1000)} kB`);
}

async function printScrolling(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({ viewport });
  await page.goto(url);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const busySeconds = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
  };
  const before = await busySeconds();
  const gaps = await evaluate<number[]>(page, scrolling);
  const busyMs = (1000 * ((await busySeconds()) - before)) / gaps.length;
  print("a frame while they are scrolled", quantile(gaps, 0.5), quantile(gaps, 0.95), "");
  print("processor time of the page for it, on average", `${busyMs.toFixed(1)} ms`, "", "");
}

const workbench = await startWorkbench(sampleMeans({ run: sampleRun({ exchanges }) }), 0);
const browser = await launchChromium();
// Without the display's 60 Hz the next frame comes when this one is done.
const unlimited = await launchChromium(["--disable-frame-rate-limit", "--disable-gpu-vsync"]);
try {
  await printLoading(browser, "Check, before a run", workbench.url);
  const page = await browser.newPage({ viewport });
  await page.goto(workbench.url);
  await page.getByRole("button", { name: "Start the run" }).click();
  await page.locator(".outcome").waitFor();
  await page.close();
  await printLoading(browser, "the report", workbench.url);
  await printLoading(browser, `its ${count} exchanges`, `${workbench.url}exchanges?of=run`);
  await printScrolling(unlimited, `${workbench.url}exchanges?of=run`);
} finally {
  await Promise.all([browser.close(), unlimited.close()]);
  await workbench.close();
}
