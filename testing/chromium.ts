import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";

// Where no browser is installed, what needs it fails: apt-get install chromium, or name one in CHROMIUM.
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  // The sandbox needs privileges that containers do not give; the pages are our own.
  return chromium.launch({ executablePath, args: ["--no-sandbox", ...more], timeout: 0 });
}

/** A value of the page's world, computed from source text: the page's policy forbids nothing to the test itself. */
export function evaluate<Value>(page: Page, source: string): Promise<Value> {
  return page.evaluate<Value>(source);
}

/** The rules that axe finds broken. */
export async function axeViolations(page: Page, options: object = {}): Promise<readonly string[]> {
  const asked = JSON.stringify({ resultTypes: ["violations"], ...options });
  const found = await evaluate<{ violations: { id: string }[] }>(
    page,
    `${axe.source}; axe.run(document, ${asked})`,
  );
  return found.violations.map(({ id }) => id);
}
