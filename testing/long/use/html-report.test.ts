import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { htmlReport } from "#report/html/html.ts";
import { reportOfRun } from "#report/run-report.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { axeViolations, complaintsOf, launchChromium } from "#testing/report/chromium.ts";
import {
  hostileRun,
  sampleCause,
  sampleRun,
  sampleVerdict,
  unreachableRun,
} from "#testing/report/sample-run.ts";

// The page in a real browser, opened from a file.

let browser: Browser;
const folder = temporaryFolder();

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(() => browser?.close());

const runs: Readonly<Record<string, Redacted<Run>>> = {
  green: sampleRun({ outcome: "conforming", exitCode: 0, verdicts: [sampleVerdict("LIST-1", "pass")] }),
  red: sampleRun({ causes: [sampleCause()] }),
  inconclusive: unreachableRun,
  hostile: hostileRun,
};

/** With scripts and without: one page each, opened anew for each test. A context for each takes a second of the processor. */
const pages = new Map<boolean, Page>();

async function pageFor(javaScriptEnabled: boolean): Promise<Page> {
  const known = pages.get(javaScriptEnabled);
  if (known !== undefined) return known;
  const context = await browser.newContext({ javaScriptEnabled });
  // A busy machine is waited for; what hangs meets the time-out of the test.
  context.setDefaultTimeout(0);
  const page = await context.newPage();
  pages.set(javaScriptEnabled, page);
  return page;
}

async function open(run: Redacted<Run>, given: { width?: number; script?: boolean; hash?: string } = {}) {
  const path = join(folder, `${crypto.randomUUID()}.html`);
  await writeFile(path, [...htmlReport(reportOfRun(run))].join(""));
  const page = await pageFor(given.script ?? true);
  await page.setViewportSize({ width: given.width ?? 1280, height: 900 });
  await page.emulateMedia({ media: null, colorScheme: "light" });
  const { href } = pathToFileURL(path);
  const complaints = complaintsOf(page, (url) => url.split("#")[0] === href);
  await page.goto(href + (given.hash ?? ""));
  return { page, complaints };
}

describe.each(Object.entries(runs))("the page of a %s run", (_, run) => {
  test("says nothing to the console, asks for nothing, and overflows nowhere from 375 pixels", async () => {
    const { page, complaints } = await open(run, { width: 375 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(375);
    expect(complaints).toEqual([]);
  });

  test("has nothing for axe to find, and contrast enough in the dark too", async () => {
    const { page } = await open(run);
    await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
    expect(await axeViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await axeViolations(page, { runOnly: ["color-contrast"] })).toEqual([]);
  });

  test("prints, and is whole without its script", async () => {
    const { page, complaints } = await open(run, { script: false });
    expect((await page.pdf()).subarray(0, 5).toString()).toBe("%PDF-");
    expect(await page.locator("h1").innerText()).toContain(run.outcome);
    expect(await page.locator("button:visible").count()).toBe(0);
    expect(await page.locator("details.requirement").count()).toBe(run.verdicts.length);
    expect(complaints).toEqual([]);
  });
});

test("a deep link opens its requirement", async () => {
  const { page } = await open(sampleRun(), { hash: "#AUTH-1" });
  expect(await page.locator("[id='AUTH-1']").isVisible()).toBe(true);
  expect(await page.locator("[id='LIST-1']").isVisible()).toBe(false);
});

test("only the causes are open at first", async () => {
  const { page } = await open(runs.red ?? sampleRun());
  const isOpen = "[...document.querySelectorAll('details[open]')].map((one) => one.className)";
  expect(await page.evaluate(isOpen)).toEqual(["problem failed-edge"]);
});

test.each([1280, 1000, 375])(
  "expected stands beside got, and the request beside the answer (%i pixels)",
  async (width) => {
    const { page } = await open(runs.red ?? sampleRun(), { width, hash: "#LIST-4" });
    for (const id of ["cause-1", "LIST-4"]) {
      const places = await page.evaluate<readonly (readonly [number, number])[]>(
        `[...document.querySelectorAll("[id='${id}'] .talk > div")].map((one) => [one.offsetLeft, one.offsetTop])`,
      );
      const [columns, rows] = [0, 1].map((nth) => new Set(places.map((place) => place[nth])).size);
      // On a phone they stand below one another.
      expect([places.length, columns, rows]).toEqual(width > 400 ? [4, 2, 2] : [4, 1, 4]);
    }
  },
);

test("on paper the causes and the failures are whole", async () => {
  const { page } = await open(runs.red ?? sampleRun());
  await page.evaluate("document.querySelectorAll('details.problem').forEach((one) => { one.open = false; })");
  await page.emulateMedia({ media: "print" });
  for (const id of ["cause-1", "LIST-4"]) expect(await page.locator(`[id='${id}']`).isVisible()).toBe(true);
  expect(await page.locator("button.copy:visible").count()).toBe(0);
});

test("a command is copied as it stands there; without a clipboard it is selected", async () => {
  const { page } = await open(runs.red ?? sampleRun());
  const shell = page.locator("#cause-1 .shell");
  const command = await shell.locator("code").innerText();
  expect(command).toMatch(/^curl -i .*limit=101'$/s);
  await page.evaluate(
    "window.copied = []; Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async (text) => { copied.push(text); } } })",
  );
  await shell.getByRole("button").click();
  await shell.getByText("Copied").waitFor();
  expect(await page.evaluate("copied")).toEqual([command]);
  await page.evaluate(
    "Object.defineProperty(navigator, 'clipboard', { value: undefined }); document.execCommand = () => false",
  );
  await shell.getByRole("button").click();
  await shell.getByText("Selected").waitFor();
  expect(await page.evaluate("getSelection().toString()")).toBe(command);
});
