import { join } from "node:path";
import { expect, test } from "vitest";
import { loadContract } from "#suites/petstore/document.ts";
import { readTraffic } from "./read-traffic.ts";

// Made with the programs themselves, before one server that answers well below /v1 and in other ways below /broken/v1,
// /gzip/v1 …; shortened by fields and entries that do not matter here.

const contract = await loadContract();
const folder = join(import.meta.dirname, "../../../testing/traffic/files");

/** Each exchange as one line: what was asked, and what came. */
async function readFrom(file: string, below: string) {
  const baseUrl = `http://127.0.0.1:18099${below}/v1`;
  const read = readTraffic(join(folder, file), contract, { baseUrl });
  const lines: string[] = [];
  for await (const { method, target, body, outcome } of read.exchanges) {
    const sent = body === undefined ? " (?)" : body.length > 0 ? ` (${body.length})` : "";
    const came =
      outcome.kind === "failure"
        ? outcome.failure.kind
        : `${outcome.status} (${outcome.body?.length ?? "?"})`;
    lines.push(`${method} ${target}${sent} ${came}`);
  }
  return { lines, notes: read.notes };
}

const ordinary = [
  "GET /pets?limit=2 200 (146)",
  "GET /pets?status=sold 200 (430)",
  "POST /pets (35) 201 (57)",
  "POST /pets (2) 400 (86)",
  "GET /pets/999999 404 (86)",
  "GET /pets 401 (83)",
];
const browser = {
  "": ["GET /pets?limit=2 200 (146)", ...ordinary],
  "/broken": ["GET /pets 200 (53)"],
  "/gzip": ["GET /pets 200 (53)"],
  // The second came from the browser's cache.
  "/cached": ["GET /pets 200 (2)"],
  "/redirect": ["GET /pets 302 (?)"],
  "/reset": ["GET /pets reset"],
  "/cut": ["GET /pets truncated"],
};
const proxied = { ...browser, "": ordinary, "/cached": [], "/reset": [], "/cut": [] };

test.each([
  ["chromium.har", "HAR of WebInspector 537.36", browser],
  ["chromium-sanitized.har", "HAR of WebInspector 537.36", browser],
  ["playwright.har", "HAR of Playwright 1.65.1", browser],
  // Firefox does not say why there was no answer, and keeps a part of a body as if it were all.
  [
    "firefox.har",
    "HAR of Firefox 153.7.0",
    { ...browser, "/reset": ["GET /pets aborted"], "/cut": ["GET /pets 200 (?)"] },
  ],
  // The script of mitmproxy writes whole answers alone.
  ["mitmproxy.har", "HAR of mitmproxy har_dump 0.1", proxied],
])("%s", async (file, source, expected) => {
  for (const [below, lines] of Object.entries(expected)) {
    const read = await readFrom(file, below);
    expect([below, read.lines]).toEqual([below, lines]);
    expect(read.notes).toMatchObject({ source, isCut: false, unreadable: { count: 0 } });
  }
});
