import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { main } from "#cli/main.ts";
import { ran } from "../cli/sample-io.ts";
import { needsProgram } from "../needs.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { blocksOf } from "./run-commands.ts";

needsProgram("python3")("the client in Python of docs/exam.md waits as it is asked to", async () => {
  const [client] = blocksOf("docs/exam.md").filter(({ language }) => language === "python");
  const folder = temporaryFolder();
  writeFileSync(join(folder, "pets.py"), client?.text ?? "");
  const played = ["big-ids", "no-status", "redirect", "retry-create"].flatMap((name) => [
    "--situation",
    name,
  ]);
  const argv = ["exam", "--exec", "python3 pets.py {url} {key}", ...played];
  expect(await ran((io) => main(argv, io), { folder })).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^conforming – \d+ of \d+ musts tested: \d+ passed/m),
  });
});
