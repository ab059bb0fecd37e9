import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleRun } from "../../../testing/report/sample-run.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { afterRun } from "./after-run.ts";

async function ran(command: string) {
  const folder = temporaryFolder();
  const lines: string[] = [];
  await afterRun(command, sampleRun(), { folder, env: process.env, err: (text) => void lines.push(text) });
  const given = await readFile(join(folder, "given.json"), "utf8").catch(() => undefined);
  return { given, lines };
}

test("the command gets the outcome and the created pets on its standard input", async () => {
  const { given, lines } = await ran("cat > given.json");
  expect(lines).toEqual([]);
  expect(JSON.parse(given ?? "")).toMatchObject({
    outcome: "non-conforming",
    exitCode: 1,
    created: [{ id: "9007199254740993", name: "conformance-00112233445566778899-1" }],
  });
});

test("a command that fails, or does not read, is only reported", async () => {
  const { lines } = await ran("exit 7");
  expect(lines).toEqual(["petstore-conformance: the command of --after-run failed: it ended with 7\n"]);
});
