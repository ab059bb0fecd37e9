import { describe, expect, test } from "vitest";
import { renderReport, run } from "#assembly/library-run.ts";
import { formatNames } from "#report/formats/formats.ts";
import { echoingHandler, leaksIn, longKey, shortKey } from "#testing/echo/echoing.ts";

/** Bodies too: bytes as the text that they are. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part instanceof Uint8Array
      ? Buffer.from(part).toString("latin1")
      : typeof part === "bigint"
        ? String(part)
        : part,
  );
}

describe("what a server repeats of the key, or of what was made from it, does not leave the run", () => {
  test.each([
    ["standard", shortKey],
    ["thorough", longKey],
  ] as const)("the library's events, its run and its reports, in %s", async (profile, key) => {
    const events: string[] = [];
    const found = await run({
      apiKey: key,
      profile,
      seed: 1,
      rateLimit: "off",
      target: { fetch: echoingHandler(key) },
      onEvent: (event) => void events.push(textOf(event)),
    });
    expect(found.requests.total).toBeGreaterThan(10);
    expect(leaksIn(events.join("\n"), key)).toEqual([]);
    expect(leaksIn(textOf(found), key)).toEqual([]);
    for (const format of formatNames) expect(leaksIn(await renderReport(found, format), key)).toEqual([]);
  });
});
