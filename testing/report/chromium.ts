import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";

// Where no browser is installed, what needs it fails: apt-get install chromium, or name one in CHROMIUM.
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

export function launchChromium(): Promise<Browser> {
  // The sandbox needs privileges that containers do not give; the pages are our own.
  return chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: 0 });
}

/** What the page says or asks for from now on that it should not. */
export function complaintsOf(page: Page, isAllowed: (url: string) => boolean): readonly string[] {
  for (const event of ["console", "pageerror", "dialog", "request"]) page.removeAllListeners(event);
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => complaints.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => {
    if (!isAllowed(request.url())) complaints.push(`request: ${request.url()}`);
  });
  return complaints;
}

/** The rules that axe finds broken. */
export async function axeViolations(page: Page, options: object = {}): Promise<readonly string[]> {
  const asked = JSON.stringify({ resultTypes: ["violations"], ...options });
  const found = await page.evaluate<{ violations: { id: string }[] }>(
    `${axe.source}; axe.run(document, ${asked})`,
  );
  return found.violations.map(({ id }) => id);
}
