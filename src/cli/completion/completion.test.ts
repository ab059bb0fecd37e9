import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { ran } from "../../../testing/cli/sample-io.ts";
import { needsProgram } from "../../../testing/needs.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { commands } from "../command-table.ts";
import { main } from "../main.ts";
import { bashCompletion } from "./bash.ts";
import { fishCompletion } from "./fish.ts";
import { completionModel } from "./model.ts";
import { zshCompletion } from "./zsh.ts";

const model = await completionModel("1.2.3", commands);
const scripts = {
  bash: bashCompletion(model),
  zsh: zshCompletion(model),
  fish: fishCompletion(model),
};

const folder = temporaryFolder();
beforeAll(() => {
  for (const name of ["report.json", "key of mine.txt"]) writeFileSync(join(folder, name), "");
  for (const [shell, script] of Object.entries(scripts)) writeFileSync(join(folder, `c.${shell}`), script);
});

/** What bash offers for the last word of this line. As readline splits it, an = is a word of its own. */
function offered(line: string): string[] {
  const script = `source c.bash
    COMP_WORDS=(petstore-conformance "$@") COMP_CWORD=$#
    _petstore_conformance
    ((\${#COMPREPLY[@]})) && printf '%s\\n' "\${COMPREPLY[@]}"; exit 0`;
  const args = ["--norc", "-uc", script, "bash", ...line.split(" ")];
  const { status, stdout, stderr } = spawnSync("bash", args, { cwd: folder, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout.split("\n").filter((line) => line !== "");
}

describe("bash completes", () => {
  const commandNames = model.commands.map(({ name }) => name);
  test.each<readonly [line: string, readonly string[]]>([
    ["", [...commandNames, "--help", "--version"]],
    ["e", ["exam", "explain"]],
    ["run --pro", ["--profile", "--probe"]],
    ["run --profile ", ["quick", "standard", "thorough"]],
    ["run --profile =", ["quick", "standard", "thorough"]],
    ["run --profile = q", ["quick"]],
    ["run http://127.0.0.1/v1 --rate-limit re", ["required"]],
    ["run --report ju", ["junit"]],
    ["run --report json =", ["c.bash", "c.fish", "c.zsh", "key of mine.txt", "report.json"]],
    ["run --report json = re", ["report.json"]],
    ["run --report = json = re", ["report.json"]],
    ["run --only STAT", ["STATUS", "STATUS-1", "STATUS-2", "STATUS-3"]],
    ["run --skip LIST --skip VERS-", ["VERS-1"]],
    ["run --api-key-file k", ["key of mine.txt"]],
    ["run --seed ", []],
    ["run --no-c", ["--no-color"]],
    ["run ", []],
    ["explain VERS-", ["VERS-1", "VERS-2", "VERS-3", "VERS-4", "VERS-5"]],
    ["explain --sp", ["--spec"]],
    ["diff re", ["report.json"]],
    ["diff --format m", ["markdown"]],
    ["matrix Go = re", ["report.json"]],
    ["list --format ", ["text", "json", "markdown"]],
    ["serve --fault limit-at-least-", ["limit-at-least-two"]],
    ["serve --variant bare-key-t", ["bare-key-taken"]],
    ["prove --requirement VERS-1", ["VERS-1"]],
    ["init --ci git", ["github", "gitlab"]],
    ["completion ", ["bash", "zsh", "fish"]],
    ["unknown ", []],
  ])("%j to %j", (line, expected) => {
    expect(offered(line).toSorted()).toEqual(expected.toSorted());
  });
});

async function cli(...args: readonly string[]): Promise<string> {
  return (await ran((io) => main(args, io))).out;
}

test("every command that the help lists is known, with every option of its own help and no other", async () => {
  const listed = [...(await cli("--help")).matchAll(/^ {2}([a-z-]+) {2,}\S/gm)].map(([, name]) => name);
  expect(model.commands.map(({ name }) => name)).toEqual(listed);
  for (const { name, options } of model.commands) {
    const helped = [...(await cli(name, "--help", "all")).matchAll(/^ {2}(?:-[a-z], )?(--[a-z-]+)/gm)].map(
      ([, option]) => option,
    );
    expect(options.map((option) => option.name)).toEqual([...helped, "--help"]);
  }
});

test("a value in place of words is a file where the help says FILE", async () => {
  for (const { name, options } of model.commands) {
    const help = await cli(name, "--help", "all");
    for (const option of options)
      if (new RegExp(`^ {2}(?:-[a-z], )?${option.name} FILE\\b`, "m").test(help))
        expect(option.values, `${name} ${option.name}`).toEqual({ kind: "files" });
  }
});

test("every word can stand in a script without quotes", () => {
  const words = model.commands.flatMap(({ name, options, operands }) =>
    [operands, ...options.map(({ values }) => values)].flatMap((values) =>
      values?.kind === "words" ? [name, ...values.words] : [name],
    ),
  );
  const all = [...words, ...Object.values(model.ids).flat()];
  expect(all.filter((word) => !/^[A-Za-z0-9][A-Za-z0-9-]*$/.test(word))).toEqual([]);
});

test("each script offers every option, value and id", () => {
  for (const { name, options } of model.commands) {
    for (const { name: option, values } of options) {
      expect(scripts.zsh).toMatch(new RegExp(`'\\*?${option}(?:=)?\\[`));
      const line = scripts.fish
        .split("\n")
        .find((one) => one.includes(`subcommand_from ${name}' -l ${option.slice(2)} -d`));
      expect(line, `${name} ${option}`).toBeDefined();
      if (values?.kind === "words") {
        expect(line).toContain(`-a '${values.words.join(" ")}'`);
        expect(scripts.zsh).toContain(`:(${values.words.join(" ")})'`);
      }
    }
  }
  for (const ids of Object.values(model.ids))
    for (const script of Object.values(scripts)) expect(script).toContain(ids.join(" "));
});

describe.each(["bash", "zsh", "fish"] as const)("%s", (shell) => {
  needsProgram(shell)("reads its script without a complaint", () => {
    const { status, stderr } = spawnSync(shell, ["-n", `c.${shell}`], { cwd: folder, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  });

  test("is printed by the command, and its help says how to install it", async () => {
    expect(await cli("completion", shell)).toBe(scripts[shell].replace("1.2.3", packageJson.version));
    expect(await cli("completion", "--help")).toContain(`petstore-conformance completion ${shell} `);
  });
});

test("a shell that is not there is refused with the one that was meant", async () => {
  const { code, err } = await ran((io) => main(["completion", "zhs"], io));
  expect(code).toBe(2);
  expect(err).toBe(
    'petstore-conformance: there is no completion for "zhs" (command line). Did you mean zsh?\n',
  );
});
