import { expect, onTestFinished, test } from "vitest";
import { sampleMeans } from "#testing/cli/sample-actions.ts";
import { sampleRun } from "#testing/report/sample-run.ts";
import type { FolderFile } from "./actions.ts";
import { startWorkbench } from "./serve.ts";

const file = { path: "reports/a.ndjson", kind: "recording", changedAtMs: 5, bytes: 9 } as const;
const run = { target: "https://a/<img>", profile: "quick", startedAtMs: Date.UTC(2026, 0, 2, 3, 4, 5) };

/** A workbench over a folder with that file, whose pages are given by their names. */
async function pagesOf(files: readonly FolderFile[]) {
  const judged: string[] = [];
  const workbench = await startWorkbench(
    {
      ...sampleMeans({ run: sampleRun() }),
      files: async () => files,
      judge: async ({ path }) => {
        judged.push(path);
        return sampleRun();
      },
    },
    0,
  );
  onTestFinished(() => workbench.close());
  return { judged, page: async (name: string) => (await fetch(workbench.url + name)).text() };
}

test("the history names each run's target, profile and date, and judges nothing until its verdict is asked for", async () => {
  const { judged, page } = await pagesOf([{ ...file, run }]);
  const before = await page("history");
  for (const part of ["https://a/&lt;img>", "<td>quick</td>", "<td>2026-01-02 03:04:05</td>"])
    expect(before).toContain(part);
  const [, href = "none"] = /href="(verdict[^"]*)" data-fill/.exec(before) ?? [];
  expect(judged).toEqual([]);
  const sentence = "non-conforming – 3 of 4 musts tested: 2 passed, 1 failed; 1 untested";
  expect(await page(href)).toContain(`<span class="verdict"><span class="non-conforming">${sentence}`);
  // It is known from then on.
  const after = await page("history");
  expect([after.includes(sentence), after.includes("data-fill"), judged]).toEqual([true, false, [file.path]]);
});

test("a recording that does not say what it is of is listed all the same", async () => {
  const { page } = await pagesOf([file]);
  const found = await page("history");
  for (const part of [">a run</a>", file.path, "<td>1970-01-01 00:00:00</td>"]) expect(found).toContain(part);
});
