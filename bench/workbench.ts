import type { Browser, Page } from "playwright-core";
import { startWorkbench } from "../src/workbench/serve.ts";
import { launchChromium } from "../testing/chromium.ts";
import { sampleRun } from "../testing/report/sample-run.ts";
import { sampleMeans } from "../testing/workbench/sample-means.ts";

// The workbench in Chromium with a run of 10,000 exchanges: first paint, weight, and frames while it is scrolled.
// Prints the rows of the table in docs/workbench.md: median, worst (of frames the 95th percentile), processor time of
// the page's main thread, which does not depend on what else the machine does, and weight.

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

const painted = `new Promise((done) => {
  const look = (list) => list.getEntriesByName("first-contentful-paint").length > 0 && done();
  new PerformanceObserver(look).observe({ type: "paint", buffered: true });
})`;

const loading = `({
  paintMs: performance.getEntriesByName("first-contentful-paint")[0].startTime,
  bytes: [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .reduce((sum, { transferSize }) => sum + transferSize, 0),
})`;

const print = (...cells: readonly string[]) => process.stdout.write(`| ${cells.join(" | ")} |\n`);

function quantile(values: readonly number[], part: number, digits = 0): string {
  const value = values.toSorted((a, b) => a - b)[Math.floor(part * (values.length - 1))];
  return `${(value ?? Number.NaN).toFixed(digits)} ms`;
}

/** Reads the milliseconds of processor time that a page's main thread has taken. */
async function busyOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
  };
}

/** Each time in a context of its own, whose cache is empty. */
async function printLoading(browser: Browser, name: string, url: string): Promise<void> {
  const found: { readonly paintMs: number; readonly bytes: number; readonly busyMs: number }[] = [];
  for (let nth = 0; nth < loads; nth++) {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    const busy = await busyOf(page);
    await page.goto(url);
    await page.evaluate(painted);
    found.push({
      ...(await page.evaluate<Omit<(typeof found)[number], "busyMs">>(loading)),
      busyMs: await busy(),
    });
    await context.close();
  }
  const paints = found.map(({ paintMs }) => paintMs);
  const busy = found.map(({ busyMs }) => busyMs);
  const bytes = Math.max(...found.map((one) => one.bytes));
  const weight = `${Math.ceil(bytes / 1000)} kB`;
  print(name, quantile(paints, 0.5), quantile(paints, 1), quantile(busy, 0.5), weight);
}

async function printScrolling(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({ viewport });
  await page.goto(url);
  const busy = await busyOf(page);
  const before = await busy();
  const gaps = await page.evaluate<number[]>(scrolling);
  const each = ((await busy()) - before) / gaps.length;
  print(
    "a frame while they are scrolled",
    quantile(gaps, 0.5),
    quantile(gaps, 0.95),
    quantile([each], 0, 1),
    "",
  );
}

const workbench = await startWorkbench(sampleMeans({ run: sampleRun({ exchanges }) }), 0);
let browser = await launchChromium();
try {
  await printLoading(browser, "Check, before a run", workbench.url);
  const page = await browser.newPage({ viewport });
  await page.goto(workbench.url);
  await page.getByRole("button", { name: "Start the run" }).click();
  await page.locator(".outcome").waitFor();
  await page.close();
  await printLoading(browser, "the report", workbench.url);
  await printLoading(browser, `its ${count} exchanges`, `${workbench.url}exchanges?of=run`);
  await browser.close();
  // Without the display's 60 Hz the next frame comes when this one is done.
  browser = await launchChromium(["--disable-frame-rate-limit", "--disable-gpu-vsync"]);
  await printScrolling(browser, `${workbench.url}exchanges?of=run`);
} finally {
  await browser.close();
  await workbench.close();
}
