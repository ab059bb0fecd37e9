import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prepare } from "#assembly/assemble.ts";
import { perform } from "#cli/command.ts";
import { embeddedText } from "#core/contract/embedded-text.ts";
import { loadClientCatalogue } from "#suites/catalogue.ts";
import { ran } from "#testing/cli/sample-io.ts";
import { temporaryFolder } from "#testing/machine.ts";
import * as run from "../run/run.ts";
import * as explain from "./explain.ts";
import { exampleLines, explanationLines } from "./explanation.ts";
import * as list from "./list.ts";

const prepared = await prepare();

async function pageOf(id: string): Promise<string> {
  const requirements = [...prepared.requirements, ...loadClientCatalogue(prepared.contract)];
  const requirement = requirements.find((one) => one.id === id) ?? expect.fail(`there is no ${id}`);
  return (await explanationLines(requirement, prepared, 80)).join("\n");
}

test.each([
  ["its places, the clause first", "STATUS-1", /^interface {4}Endpoints \/ List animals \/ status$/m],
  ["every place that it carries", "STATUS-1", /^ {13}States and transitions \/ sold$/m],
  ["what a server does that proves it", "ERR-4", /^proved by {4}\d+ faults\. One that \w/m],
  ["where all of it is", "ERR-4", /^written in {3}suites\/petstore\/errors\/$/m],
  ["the folder of the clients' own suite", "CLIENT-7", /^written in {3}suites\/clients\/backoff\/$/m],
])("the page of a requirement has %s", async (_, id, line) => {
  expect(await pageOf(id)).toMatch(line);
});

test("an open requirement has no faults and nothing to run", async () => {
  expect(await pageOf("ERR-7")).not.toMatch(/proved by|run it/);
});

test("an example shows an exchange that holds and one that fails, with what was expected and seen", async () => {
  const text = (await exampleLines("LIST-2", prepared, 80)).join("\n");
  expect(text).toMatch(/When it holds:\n {2}curl -i .*\/pets'\n {2}answer: GET \/pets → 200 /);
  expect(text).toMatch(/When it fails, for example on a server that .*:\nLIST-2 /s);
  expect(text.replaceAll(/\s+/g, " ")).toContain(
    "expected 200 with a list of at most 20 pets; got 200 with ",
  );
});

test.each(["HTTP-1", "AUTH-5", "CREATE-4", "RATE-12", "DEPR-5"])("%s has one of each kind", async (id) => {
  const text = (await exampleLines(id, prepared, 80)).join("\n");
  expect(text).toMatch(/^\nWhen it (?:holds|fails)/);
  expect(text).toContain("When it fails, for example on a server that ");
});

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
