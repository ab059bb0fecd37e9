import { expect, onTestFinished, test } from "vitest";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { sampleMeans } from "#testing/cli/sample-actions.ts";
import { sampleRun, sampleVerdict, unreachableRun } from "#testing/report/sample-run.ts";
import type { AskedRun } from "./actions.ts";
import { startWorkbench } from "./serve.ts";

const before = sampleRun({ seed: 41 });
/** Mended, and broken elsewhere. */
const after = sampleRun({
  verdicts: [
    sampleVerdict("LIST-1", "fail"),
    sampleVerdict("LIST-4", "pass"),
    sampleVerdict("LIST-5", "untested"),
    sampleVerdict("AUTH-1", "pass"),
  ],
});

/** A workbench whose runs find these, one after the other. */
async function opened(...runs: readonly Redacted<Run>[]) {
  const asked: AskedRun[] = [];
  const textOption = (name: string) =>
    ({ name, help: "", value: { kind: "text", words: "a text" } }) as const;
  const means: Parameters<typeof startWorkbench>[0] = {
    ...sampleMeans({ run: before }),
    otherOptions: [{ title: "", options: ["seed", "only"].map(textOption) }],
    startRun: (run, ...more) => {
      const found = runs[asked.push(run) - 1] ?? expect.fail("there are more runs than this");
      return sampleMeans({ run: found }).startRun(run, ...more);
    },
  };
  const workbench = await startWorkbench(means, 0);
  onTestFinished(() => workbench.close());
  /** Posts a form, and gives the page once the run is over. */
  const post = async (path: "run" | "again", fields: Readonly<Record<string, string>>): Promise<string> => {
    const { origin } = new URL(workbench.url);
    const init = { method: "POST", body: new URLSearchParams(fields), headers: { origin } };
    await fetch(workbench.url + path, init);
    const events = await fetch(`${workbench.url}events`);
    let text = "";
    for await (const piece of events.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      if (text.includes("event: over")) break;
    }
    return (await fetch(workbench.url)).text();
  };
  return { asked, post };
}

const form = { seed: "", only: "" };
const words = (page: string): string => page.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

test("what is checked again is sent with all the rest and its seed, and says first what became worse", async () => {
  const { asked, post } = await opened(before, after);
  expect(await post("run", form)).toContain('<input type="hidden" name="ids" value="LIST-4"/>');
  const page = await post("again", { ids: "LIST-4,<b>" });
  expect(asked.map(({ options }) => options)).toEqual([[], ["--seed=41"]]);
  expect(words(page)).toContain("Checked again, with all the rest: LIST-4 ✓ passed");
  expect(words(page)).toMatch(/Worse: fails now .*LIST-1 .*Better: failed before, passes now .*LIST-4/);
  expect(page).toContain('<strong><a href="#LIST-1">LIST-1 do-list-1</a></strong>');
  expect(page.indexOf("Worse")).toBeLessThan(page.indexOf("Run again"));
  // Every other verdict is on the page, too.
  const ids = ["LIST-1", "LIST-4", "LIST-5", "AUTH-1"];
  expect(ids.filter((id) => !page.includes(`<div class="body" id="${id}"`))).toEqual([]);
  expect(page.includes("<b>")).toBe(false);
});

test("a failure has a link to the run's recording, since this page is that of the last run", async () => {
  const { post } = await opened(before);
  expect(await post("run", form)).toContain('href="recording?file=reports%2Frun.ndjson#LIST-4"');
});

test("a target that was not reached is said once, and its run is compared with no other", async () => {
  const { post } = await opened(before, unreachableRun, after);
  await post("run", form);
  const unreached = await post("run", form);
  expect(words(unreached)).toContain("Likely cause: the target could not be reached");
  expect(unreached).not.toMatch(/class="(?:cell|requirement|filter)|No longer tested/);
  expect(unreached).toContain('<details class="group" open><summary><h2>Start another run');
  expect(words(await post("run", form))).toContain("1 worse, 1 better, 2 requirements unchanged");
});

test("the start button is above the options", async () => {
  const page = await (await opened(before)).post("run", form);
  expect(page.indexOf("Start the run")).toBeLessThan(page.indexOf('for="seed"'));
});
