import { expect, onTestFinished, test } from "vitest";
import { optionTable } from "#core/options/option.ts";
import { sampleMeans } from "#testing/cli/sample-actions.ts";
import { sampleRun } from "#testing/report/sample-run.ts";
import { startWorkbench } from "./serve.ts";

const { fault } = optionTable({ fault: { value: { kind: "text", words: "a name" }, help: "" } });
const listed = (id: string) => ({ kind: "fault", id, title: `does <${id}>`, breaks: ["LIST-4"] }) as const;

test("faults are a list that typing filters; a name that is none is said beside the form, and the server goes on", async () => {
  const workbench = await startWorkbench(
    {
      ...sampleMeans({ run: sampleRun() }),
      serveOptions: [fault],
      servers: async () => ["one", "two"].map(listed),
      startReference: async (options) => {
        if (options.includes("--fault=none")) throw new Error('there is no fault "none"');
        return { url: "http://127.0.0.1:9/v1", key: "k", options, close: async () => undefined };
      },
    },
    0,
  );
  onTestFinished(() => workbench.close());
  const { origin } = new URL(workbench.url);
  const post = (fields: Readonly<Record<string, string>>) =>
    fetch(`${workbench.url}serve`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { origin },
    });
  const started = await (await post({ fault: "one" })).text();
  expect(started).toContain("It listens on");
  const list = /<input [^>]*list="fault-list".*<datalist id="fault-list">(.*)<\/datalist>/.exec(started)?.[1];
  expect(list).toBe(
    ["one", "two"].map((id) => `<option value="${id}">${id}: does &lt;${id}> (LIST-4)</option>`).join(""),
  );
  const refused = await post({ fault: "none" });
  const page = await refused.text();
  expect(refused.status).toBe(422);
  for (const part of ["there is no fault &quot;none&quot;", 'value="none"', "It listens on"])
    expect(page).toContain(part);
});
