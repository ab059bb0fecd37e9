import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commands } from "#cli/command-table.ts";
import { runOptionTable } from "#cli/options/options.ts";
import { sampleMeans } from "#testing/cli/sample-actions.ts";
import { sampleRun } from "#testing/report/sample-run.ts";
import type { AskedRun } from "#workbench/actions.ts";
import { startWorkbench } from "#workbench/serve.ts";
import { settable, settableOf } from "./ui-options.ts";

// A server with the whole form, whose runs are only asked for.

const everyday = settableOf(settable.everyday, runOptionTable);
const more = settableOf(settable.more, runOptionTable);
const serveTable = (await commands.serve?.load())?.table ?? [];
const serveOptions = settableOf(settable.serve, serveTable);

const asked: AskedRun[] = [];
const started: (readonly string[])[] = [];
const sample = sampleMeans({ run: sampleRun() });
const means: typeof sample = {
  ...sample,
  ...{ everyday, otherOptions: [{ title: "", options: more }], serveOptions },
  startRun: (run, ...others) => {
    asked.push(run);
    return sample.startRun(run, ...others);
  },
  startReference: async (options) => {
    started.push(options);
    return { url: "http://127.0.0.1:9/v1", key: "", options, close: async () => undefined };
  },
};
let workbench: Awaited<ReturnType<typeof startWorkbench>>;
beforeAll(async () => {
  workbench = await startWorkbench(means, 0);
});
afterAll(() => workbench.close());

async function post(path: string, fields: Readonly<Record<string, string>>) {
  const answer = await fetch(workbench.url + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { origin: new URL(workbench.url).origin },
    redirect: "manual",
  });
  return { status: answer.status, text: await answer.text() };
}

const tables = await Promise.all(Object.values(commands).map(async ({ load }) => (await load()).table));
const everyName = [...new Set(tables.flat().map(({ name }) => name))];

/** What each form takes; of the run its address and the typed key, too, whose names are options elsewhere. */
const forms: Readonly<Record<string, readonly string[]>> = {
  run: ["base-url", "key", ...settable.everyday, ...settable.more],
  serve: settable.serve,
  again: ["ids"],
  stop: [],
  "serve-end": [],
  exam: [],
};

test.each(Object.entries(forms))(
  "of every option of every command the form %s takes those on its list, and refuses the others by name",
  async (form, fields) => {
    const before = [asked.length, started.length];
    const others = everyName.filter((name) => !fields.includes(name));
    expect(others).toContain("api-key-command");
    for (const name of others) {
      const { status, text } = await post(form, { [name]: "on" });
      const isNamed = text.includes(`&quot;${name}&quot;`);
      expect({ name, status, isNamed }).toEqual({ name, status: 400, isNamed: true });
    }
    expect([asked.length, started.length]).toEqual(before);
  },
);

test.each([...settable.everyday, ...settable.more])("--%s is posted, and reaches the run", async (name) => {
  const { status } = await post("run", { [name]: "1" });
  expect(status).toBe(303);
  expect(asked.at(-1)?.options.join()).toMatch(new RegExp(`^--${name}(?:=1)?$`));
});

test.each(settable.serve)("--%s is posted, and reaches the reference server", async (name) => {
  expect((await post("serve", { [name]: "1" })).status).toBe(303);
  expect(started.at(-1)).toEqual([`--${name}=1`]);
});

/** Words of a document, of the suite or of the target: nothing of this machine is named by them. */
const texts = [
  ...["only", "skip", "require", "replay", "input", "operations", "plan", "category-id", "removal-date"],
  ...["fault", "variant", "now"],
];

test("what is on the lists names no command, no file and no credential, and loosens no security", () => {
  const found = [...everyday, ...more, ...serveOptions];
  expect(found.map(({ name }) => name)).toEqual([...settable.everyday, ...settable.more, ...settable.serve]);
  for (const { name, value, secret } of found) {
    expect([name, secret]).toEqual([name, undefined]);
    expect([name, value.kind]).not.toEqual([name, "path"]);
    const isBounded = ["flag", "choice", "whole", "seconds", "bytes"].includes(value.kind);
    expect([name, isBounded || texts.includes(name)]).toEqual([name, true]);
    expect(name).not.toMatch(
      /command|(?<!pro)file|key|header|^ca$|cert|insecure|config|exec|record|report|watch|spec/,
    );
  }
});

test("docs/configuration.md has the lists", () => {
  const text = readFileSync(new URL("../../../../docs/configuration.md", import.meta.url), "utf8");
  const row = (form: string) =>
    [...(new RegExp(`^\\| ${form} \\| (.*) \\|$`, "m").exec(text)?.[1] ?? "").matchAll(/`([\w-]+)`/g)].map(
      ([, name]) => name,
    );
  expect(row("a run")).toEqual([...settable.everyday, ...settable.more]);
  expect(row("the reference server")).toEqual(settable.serve);
});
