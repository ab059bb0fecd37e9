import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { flag, text, whole } from "#core/options/option.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { sampleMeans } from "#testing/cli/sample-io.ts";
import { sampleRun, sampleVerdict, unreachableRun } from "#testing/report/sample-run.ts";
import type { AskedRun, Means } from "./actions.ts";
import { asArguments } from "./request.ts";
import { startWorkbench } from "./workbench.ts";

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

async function started(given: Partial<Means>) {
  const workbench = await startWorkbench({ ...sampleMeans({ run: before }), ...given }, 0);
  onTestFinished(() => workbench.close());
  const { url } = workbench;
  const headers = { origin: new URL(url).origin };
  return {
    url,
    page: async (name: string) => (await fetch(url + name)).text(),
    post: (path: string, fields: Readonly<Record<string, string>>) =>
      fetch(url + path, { method: "POST", body: new URLSearchParams(fields), headers }),
  };
}

/** A workbench whose runs find these, one after the other. */
async function opened(...runs: readonly Redacted<Run>[]) {
  const asked: AskedRun[] = [];
  const { page, post } = await started({
    startRun: (run, ...more) => {
      const found = runs[asked.push(run) - 1] ?? expect.fail("there are more runs than this");
      return sampleMeans({ run: found }).startRun(run, ...more);
    },
  });
  /** Posts a form, and gives the page once the run is over. */
  const done = async (path: "run" | "again", fields: Readonly<Record<string, string>>): Promise<string> => {
    await post(path, fields);
    while ((await page("live")) !== "null") await setTimeout(5);
    return page("");
  };
  return { asked, post: done };
}

const form = { seed: "", only: "" };
const words = (page: string): string => page.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

test("what is checked again is sent with all the rest and its seed, and says first what became worse", async () => {
  const { asked, post } = await opened(before, after);
  expect(words(await post("run", form))).toContain("Check LIST-4 again");
  const page = await post("again", {});
  // A link to the recording, since this page is that of the last run.
  expect(page).toContain('href="recording?file=reports%2Frun.ndjson"');
  expect(asked.map(({ options }) => options)).toEqual([[], ["--seed=41"]]);
  expect(words(page)).toMatch(/Worse: fails now .*LIST-1 .*Better: failed before, passes now .*LIST-4/);
  expect(page).toContain('<strong><a href="#LIST-1">LIST-1 do-list-1</a></strong>');
  expect(page.indexOf("Worse")).toBeLessThan(page.indexOf("Run again"));
  // Every other verdict is on the page, too.
  const ids = ["LIST-1", "LIST-4", "LIST-5", "AUTH-1"];
  expect(ids.filter((id) => !page.includes(`<div class="body" id="${id}"`))).toEqual([]);
});

test("a target that was not reached is said once, and its run is compared with no other", async () => {
  const { post } = await opened(before, unreachableRun, after);
  await post("run", form);
  const unreached = await post("run", form);
  expect(words(unreached)).toContain("Likely cause: the target could not be reached");
  expect(unreached).not.toMatch(/class="(?:cell|requirement)|No longer tested/);
  expect(unreached).toContain('<details class="group" open><summary><h2>Start another run');
  expect(words(await post("run", form))).toContain("1 worse, 1 better, 2 requirements unchanged");
});

const options = [
  { name: "read-only", value: flag, help: "" },
  { name: "only", value: text("ids"), repeatable: true, separator: /,/, help: "" },
  { name: "input", value: text("values"), repeatable: true, help: "" },
  { name: "max-requests", value: whole(1, 10), help: "" },
] as const;

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  [
    "a form is a command line: what is empty is left out, and a line of a list is a value",
    { "read-only": "on", only: " LIST-1,LIST-2 ", input: "a=1\r\n b=2,c \n", "max-requests": " " },
    ["--read-only", "--only=LIST-1,LIST-2", "--input=a=1", "--input=b=2,c"],
  ],
  [
    "what the page has no field for is never an argument, whatever is posted",
    { "api-key-command": "touch /tmp/x", "max-requests": "--record=/tmp/x" },
    ["--max-requests=--record=/tmp/x"],
  ],
])("%s", (_, posted, args) => {
  expect(asArguments(new URLSearchParams(posted), options)).toEqual(args);
});

const file = { path: "reports/a.ndjson", kind: "recording", changedAtMs: 5, bytes: 9 } as const;
const run = { target: "https://a/<img>", profile: "quick", startedAtMs: Date.UTC(2026, 0, 2, 3, 4, 5) };

test("the history names each run's target, profile and date, and judges nothing until its verdict is asked for", async () => {
  const judged: string[] = [];
  const { page } = await started({
    files: async () => [{ ...file, run }],
    judge: async ({ path }) => {
      judged.push(path);
      return before;
    },
  });
  const first = await page("history");
  for (const part of ["https://a/&lt;img>", "<td>quick</td>", "<td>2026-01-02 03:04:05</td>"])
    expect(first).toContain(part);
  const [, href = "none"] = /href="(verdict[^"]*)"/.exec(first) ?? [];
  expect(judged).toEqual([]);
  const sentence = "non-conforming – 3 of 4 musts tested: 2 passed, 1 failed; 1 untested";
  expect(await page(href)).toContain(`<span class="verdict"><span class="non-conforming">${sentence}`);
  // It is known from then on.
  const then = await page("history");
  expect([then.includes(sentence), then.includes("Judge it"), judged]).toEqual([true, false, [file.path]]);
});

test("a recording that does not say what it is of is listed all the same", async () => {
  const { page } = await started({ files: async () => [file] });
  const found = await page("history");
  for (const part of [">a run</a>", file.path, "<td>1970-01-01 00:00:00</td>"]) expect(found).toContain(part);
});

const listed = (id: string) => ({ kind: "fault", id, title: `does <${id}>`, breaks: ["LIST-4"] }) as const;

test("faults are a list that typing filters; a name that is none is said beside the form, and the server goes on", async () => {
  const { post } = await started({
    servers: async () => ["one", "two"].map(listed),
    startReference: async (options) => {
      if (options.includes("--fault=none")) throw new Error('there is no fault "none"');
      return { url: "http://127.0.0.1:9/v1", key: "k", options, close: async () => undefined };
    },
  });
  const one = await (await post("serve", { fault: "one" })).text();
  expect(one).toContain("It listens on");
  const list = /<input [^>]*list="fault-list".*<datalist id="fault-list">(.*)<\/datalist>/.exec(one)?.[1];
  expect(list).toBe(
    ["one", "two"].map((id) => `<option value="${id}">${id}: does &lt;${id}> (LIST-4)</option>`).join(""),
  );
  const refused = await post("serve", { fault: "none" });
  const page = await refused.text();
  expect(refused.status).toBe(422);
  for (const part of ["there is no fault &quot;none&quot;", 'value="none"', "It listens on"])
    expect(page).toContain(part);
});
