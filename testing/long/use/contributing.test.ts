import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root, textOf } from "#testing/source-files.ts";
import { temporaryFolder } from "#testing/temporary-folder.ts";

// The examples of CONTRIBUTING.md, put into a copy of the project as they stand.

const copy = temporaryFolder();
for (const part of readdirSync(root).filter((name) => !/^(?:\.git|dist|executable|node_modules)$/.test(name)))
  cpSync(join(root, part), join(copy, part), { recursive: true });
symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));

/** The code block of the page that holds this text, without its indentation. */
function example(holding: string): string {
  const blocks = [...textOf("CONTRIBUTING.md").matchAll(/^( *)```(?:ts|yaml)\n([\s\S]*?)^\1```$/gm)];
  const [, indent = "", text = ""] = blocks.find(([block]) => block.includes(holding)) ?? [];
  expect(text, holding).not.toBe("");
  return text.replaceAll(new RegExp(`^${indent}`, "gm"), "");
}

/** Puts a text before the last line of a file that begins with `end`; without it, at the end of the file. */
function insert(path: string, text: string, end?: string): void {
  const before = readFileSync(join(copy, path), "utf8");
  const at = end === undefined ? before.length : before.lastIndexOf(`\n${end}`) + 1;
  writeFileSync(join(copy, path), `${before.slice(0, at)}\n${text}${before.slice(at)}`);
}

function node(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" });
  expect(`${status}: ${stdout}${stderr}`).toMatch(/^0: /);
  return stdout;
}

test("the examples compile, are recorded, and do what the page says", () => {
  insert("suites/petstore/errors/requirements.yaml", example("id: ERR-9"));
  insert("suites/petstore/errors/checks.ts", example("messageSpeaks"));
  insert("suites/petstore/errors/faults.ts", example('"message-empty"'), "});");
  insert("src/core/run/options.ts", example("repeatReads"), "});");
  insert("src/report/formats/formats.ts", example('"one-line"'), "} satisfies Readonly");
  const imports =
    'import { escapeForTerminal } from "#core/json/escape.ts";\nimport type { Report } from "../report.ts";\n';
  writeFileSync(
    join(copy, "src/report/formats/one-line.ts"),
    imports + example("oneLineReport(report: Report)"),
  );
  insert("suites/clients/situations/failures.ts", example('name: "gone"'), "];");

  node("scripts/record.ts", "--code");
  node("node_modules/typescript/bin/tsc", "--noEmit");
  const bin = "src/cli/bin.js";
  expect(node(bin, "run", "--self", "--only", "ERR-9", "--quiet", "--report", "one-line=-")).toMatch(
    /^conforming – /m,
  );
  expect(node(bin, "prove", "--fault", "message-empty")).toContain("1 of 1 caught");
  expect(node(bin, "run", "--help", "all")).toContain("--repeat-reads");
  expect(node(bin, "exam", "list")).toMatch(/^gone /m);
});
