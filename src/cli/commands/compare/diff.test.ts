import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { ran } from "../../../../testing/cli/sample-io.ts";
import { sampleRun, sampleVerdict } from "../../../../testing/report/sample-run.ts";
import { temporaryFolder } from "../../../../testing/temporary-folder.ts";
import { jsonReport } from "../../../report/formats/json.ts";
import { perform } from "../../command.ts";
import * as diff from "./diff.ts";
import * as matrix from "./matrix.ts";

let folder = "";
beforeEach(async () => {
  folder = temporaryFolder();
  const report = (kind: "untested" | "pass") =>
    [...jsonReport(sampleRun({ verdicts: [sampleVerdict("LIST-5", kind)] }))].join("");
  await writeFile(join(folder, "before.json"), report("untested"));
  await writeFile(join(folder, "after.json"), report("pass"));
});

test.each([
  ["diff", diff, "LIST-5 do-list-5  ○ untested → ✓ passed"],
  ["matrix", matrix, "LIST-5      ○  ✓"],
])("%s prints what differs between two reports", async (_, command, line) => {
  const { code, out } = await ran((io) => perform(command, ["before.json", "after.json"], io), { folder });
  expect(code).toBe(0);
  expect(out).toContain(line);
});
