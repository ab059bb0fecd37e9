import { afterAll, beforeAll, expect, test } from "vitest";
import { sampleMeans } from "#testing/cli/sample-actions.ts";
import { sampleRun, sampleVerdict } from "#testing/report/sample-run.ts";
import type { AskedRun } from "./actions.ts";
import { startWorkbench } from "./serve.ts";

// A server that is mended, and broken elsewhere, between two runs.

const asked: AskedRun[] = [];
const before = sampleRun({ seed: 41 });
const after = sampleRun({
  seed: 41,
  verdicts: [
    sampleVerdict("LIST-1", "fail"),
    sampleVerdict("LIST-4", "pass"),
    sampleVerdict("LIST-5", "untested"),
    sampleVerdict("AUTH-1", "pass"),
  ],
});
let workbench: Awaited<ReturnType<typeof startWorkbench>>;
beforeAll(async () => {
  const { startRun, ...others } = sampleMeans({ run: before });
  const means: Parameters<typeof startWorkbench>[0] = {
    ...others,
    otherOptions: [{ title: "", options: ["seed", "only"].map(textOption) }],
    startRun: (run, ...more) => {
      asked.push(run);
      return asked.length === 1 ? startRun(run, ...more) : sampleMeans({ run: after }).startRun(run, ...more);
    },
  };
  workbench = await startWorkbench(means, 0);
});
afterAll(() => workbench.close());

function textOption(name: string) {
  return { name, help: "", value: { kind: "text", words: "a text" } } as const;
}

/** Posts a form, and gives the page once the run is over. */
async function afterPosting(path: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const { origin } = new URL(workbench.url);
  const init = { method: "POST", body: new URLSearchParams(fields), headers: { origin } };
  await fetch(workbench.url + path, init);
  const events = await fetch(`${workbench.url}events`);
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of events.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.includes("event: over")) break;
  }
  return (await fetch(workbench.url)).text();
}

test("what is checked again is sent with all the rest and its seed, and says first what became worse", async () => {
  const first = await afterPosting("run", { seed: "", only: "" });
  expect(first).toContain('<input type="hidden" name="ids" value="LIST-4"/>');
  // This page is that of the last run; the failure's own link is to its recording.
  expect(first).toContain('href="recording?file=reports%2Frun.ndjson#LIST-4"');
  const second = await afterPosting("again", { ids: "LIST-4,<b>" });
  expect(asked.map(({ options }) => options)).toEqual([[], ["--seed=41"]]);
  const words = second.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  expect(words).toContain("Checked again, with all the rest: LIST-4 ✓ passed");
  expect(words).toMatch(/Worse: fails now .*LIST-1 .*Better: failed before, passes now .*LIST-4/);
  expect(words.indexOf("Worse")).toBeLessThan(words.indexOf("Run again"));
  // Every other verdict is on the page, too.
  const ids = ["LIST-1", "LIST-4", "LIST-5", "AUTH-1"];
  expect(ids.filter((id) => !second.includes(`<div class="body" id="${id}"`))).toEqual([]);
  expect(second.includes("<b>")).toBe(false);
});
