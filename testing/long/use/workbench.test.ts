import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startWorkbench } from "#cli/commands/ui/workbench.ts";
import { main } from "#cli/main.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { sampleIo, sampleMeans } from "#testing/cli/sample-io.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { axeViolations, complaintsOf, launchChromium } from "#testing/report/chromium.ts";
import { hostileRun, sampleRun } from "#testing/report/sample-run.ts";

// The workbench in a real browser, as the command opens it.

let browser: Browser;
const folder = temporaryFolder();
let url: string;
let io: ReturnType<typeof sampleIo>;
let interrupt = (): void => undefined;
let ended: Promise<number>;
const ownKey = "own-key-q7Xw2m93LkZt54v";

beforeAll(async () => {
  browser = await launchChromium();
  const opened = Promise.withResolvers<string>();
  io = sampleIo({
    folder,
    env: { PETSTORE_API_KEY: ownKey },
    secrets: new Secrets(ownKey),
    onInterrupt: (listener) => {
      interrupt = listener;
      return () => undefined;
    },
  });
  const out = (text: string): void => {
    io.io.out(text);
    const [found] = /http:\S+/.exec(text) ?? [];
    if (found !== undefined) opened.resolve(found);
  };
  ended = main(["ui"], { ...io.io, out });
  url = await opened.promise;
});

afterAll(async () => {
  await browser?.close();
  interrupt();
  expect(await ended).toBe(0);
});

async function open(address: string) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  // A busy machine is waited for; what hangs meets the time-out of the test.
  page.setDefaultTimeout(0);
  onTestFinished(() => page.close());
  const { origin } = new URL(address);
  const complaints = complaintsOf(page, (url) => url.startsWith(origin) || url === "data:,");
  await page.goto(address);
  return { page, complaints };
}

async function started(means: Parameters<typeof startWorkbench>[0]) {
  const workbench = await startWorkbench(means, 0);
  onTestFinished(() => workbench.close());
  return workbench;
}

test("a newcomer fixes a failing server from the page alone", async () => {
  const { page, complaints } = await open(url);
  await page.getByRole("link", { name: "reference server", exact: true }).click();
  await page.getByLabel("fault", { exact: true }).fill("statusless-as-available");
  await page.getByRole("button", { name: "Start it" }).click();
  await page.getByText("it shows pets without a status among the available ones").waitFor();
  await page.getByRole("link", { name: "Check", exact: true }).click();
  await page.getByLabel("profile").selectOption("quick");
  await page.getByRole("button", { name: "Start the run" }).click();
  await page.locator(".outcome.non-conforming").waitFor();
  expect(await page.locator("#cause-1").innerText()).toContain("Compare the stored status for equality");
  expect(await page.locator("#cause-1 mark").first().isVisible()).toBe(true);

  await page.getByRole("link", { name: "Reference server" }).click();
  await page.getByRole("button", { name: "Remove the fault" }).click();
  await page.getByText("It is correct.").waitFor();
  await page.getByRole("link", { name: "Check", exact: true }).click();
  await page.locator("#cause-1").getByRole("button", { name: "Check STATUS-1 again" }).click();
  await page.locator(".outcome.conforming").waitFor();
  await page.getByRole("heading", { name: "Better: failed before, passes now" }).waitFor();
  // What was not asked for again is as it was.
  expect(await page.getByRole("heading", { name: "No longer tested" }).count()).toBe(0);
  expect(await page.locator("#STATUS-1").count()).toBe(1);

  await page.getByRole("link", { name: "History", exact: true }).click();
  // Each line is judged as it comes into view.
  for (const outcome of ["conforming", "non-conforming"])
    await page.locator(`.verdict .${outcome}`, { hasText: "musts tested" }).waitFor();
  await page.getByRole("button", { name: "Compare the two" }).click();
  await page.getByRole("heading", { name: "Two runs compared" }).waitFor();
  expect(complaints).toEqual([]);
});

test("no page has a key, not even the one that was posted", async () => {
  const { page } = await open(url);
  const seen: string[] = [];
  page.on("response", async (response) => {
    seen.push(await response.text().catch(() => ""));
  });
  await page.getByRole("group").getByText("Start another run").click();
  const key = "posted-key-Zt54vRb81dq7Xw2";
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Start the run" }).click();
  await page.locator(".outcome.inconclusive").waitFor();
  for (const name of ["", "live", "reference", "history"]) {
    await page.goto(url + name);
    seen.push(await page.content());
  }
  expect(await page.evaluate("localStorage.length + sessionStorage.length + document.cookie.length")).toBe(0);
  const referenceKey = /reference-[0-9a-f-]{36}/.exec(io.printed.out)?.[0] ?? "none";
  expect(referenceKey).not.toBe("none");
  for (const secret of [key, ownKey, referenceKey]) expect(seen.join("")).not.toContain(secret);
});

const names = ["", "catalogue", "explain?id=LIST-4", "history", "reference", "client", "certificates"];

test("every page has nothing for axe to find, is dark where that is wanted, and fits 375 pixels", async () => {
  const { page, complaints } = await open(url);
  for (const name of names) {
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(url + name);
    await page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })");
    expect({ name, found: await axeViolations(page) }).toEqual({ name, found: [] });
    await page.emulateMedia({ colorScheme: "dark" });
    const contrast = await axeViolations(page, { runOnly: ["color-contrast"] });
    expect({ name, contrast }).toEqual({ name, contrast: [] });
    await page.setViewportSize({ width: 375, height: 800 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(375);
  }
  expect(complaints).toEqual([]);
});

test("a run is started, and its evidence read, with the keyboard alone", async () => {
  const { page } = await open(`${url}history`);
  const press = async (key: string, until: string): Promise<void> => {
    for (let nth = 0; nth < 200; nth++) {
      await page.keyboard.press(key);
      if (await page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(until)})`)) return;
    }
    throw new Error(`${key} does not reach ${until}`);
  };
  await press("Tab", "nav a");
  await page.keyboard.press("Enter");
  await page.locator(".outcome").waitFor();
  // The run before reached nothing, so the form is open.
  await press("Tab", "#self");
  await page.keyboard.press("Space");
  await press("Shift+Tab", "form[action=run] button.main");
  await page.keyboard.press("Enter");
  await page.locator(".outcome", { hasText: "reference server (in process)" }).waitFor();
  await press("Shift+Tab", ".group:has(> .exchange) > summary");
  await page.keyboard.press("Enter");
  await press("Tab", "details.exchange > summary");
  await page.keyboard.press("Enter");
  await page.locator("details.exchange[open] .talk").waitFor();
});

test("what is no page is none, whatever it is called", async () => {
  for (const name of ["constructor", "__proto__", "toString", "run", "x/y"])
    expect((await fetch(url + name)).status).toBe(404);
});

test("no address leads out of the folder", async () => {
  for (const path of ["/etc/passwd", "../outside.ndjson", "reports/../../outside.ndjson", ""]) {
    const answer = await fetch(`${url}recording?file=${encodeURIComponent(path)}`);
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("no such file")]);
  }
});

test("hostile text is text, while the run goes on and after it", async () => {
  const gate = Promise.withResolvers<void>();
  const means = sampleMeans({ run: hostileRun, until: gate.promise });
  const workbench = await started(means);
  const { page, complaints } = await open(workbench.url);
  await page.getByRole("button", { name: "Start the run" }).click();
  await page.locator("#so-far .problem").first().waitFor();
  expect(await page.locator("#progress").innerText()).toContain("<img src=x");
  // The causes are beside the bars.
  const [bars, causes] = await Promise.all(
    ["#progress", "#so-far"].map((id) => page.locator(id).boundingBox()),
  );
  expect(bars && causes && { isBeside: causes.x >= bars.x + bars.width, at: causes.y }).toEqual({
    ...{ isBeside: true, at: bars?.y },
  });
  // The requirements are not on this page.
  expect(await page.locator("#so-far a[href^='#']").count()).toBe(0);
  expect(await page.locator("#so-far a[href^='explain?id=']").count()).toBeGreaterThan(0);
  expect(await page.locator("img, main script, a[href^=javascript]").count()).toBe(0);
  gate.resolve();
  await page.locator(".outcome").waitFor();
  expect(await page.locator("img, main script, a[href^=javascript]").count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("one thing at a time; what goes on is stopped from the page; a form that is refused leaves no key", async () => {
  const stopped = Promise.withResolvers<void>();
  const means = sampleMeans({ run: sampleRun(), until: stopped.promise, onStop: () => stopped.resolve() });
  const keys: (string | undefined)[] = [];
  const workbench = await started({
    ...means,
    startRun: (asked, ...others) => {
      keys.push(asked.key);
      return means.startRun(asked, ...others);
    },
  });
  const { page } = await open(workbench.url);
  await page.getByRole("button", { name: "Start the run" }).click();
  await page.getByRole("button", { name: "Stop" }).waitFor();
  const post = (fields: Record<string, string>) =>
    fetch(`${workbench.url}run`, {
      method: "POST",
      body: new URLSearchParams({ "base-url": "http://127.0.0.1:9/v1", ...fields }),
      headers: { origin: new URL(workbench.url).origin },
    });
  const second = await post({ key: "the-key-of-a-refused-form" });
  expect([second.status, await second.text()]).toEqual([409, expect.stringContaining("is already going on")]);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator(".outcome").waitFor();
  await post({});
  expect(keys).toEqual([undefined, undefined]);
});
