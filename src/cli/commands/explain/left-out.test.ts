import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { perform } from "#cli/command.ts";
import { embeddedText } from "#core/contract/embedded-text.ts";
import { ran } from "#testing/cli/sample-io.ts";
import { temporaryFolder } from "#testing/temporary-folder.ts";
import * as run from "../run/run.ts";
import * as explain from "./explain.ts";
import * as list from "./list.ts";

const folder = temporaryFolder();

test.each([
  ["list", list, ["--only", "LIST-1"]],
  ["explain", explain, ["LIST-1"]],
  ["run --dry-run", run, ["https://pets.example/v1", "--dry-run", "--profile", "quick"]],
])("%s warns of an operation that is left out of the document", async (_, command, args) => {
  const text = embeddedText("suites/petstore/openapi.yaml").replace("x-sunset: 2030-12-05", "x-sunset: soon");
  const file = join(folder, "openapi.yaml");
  await writeFile(file, text);
  const { err } = await ran((io) => perform(command, [...args, "--spec", file], io));
  expect(err).toMatch(/^Warning: GET \/pets\/\{petId\} is left out: .*x-sunset is not a day/m);
});
