import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

// The compiler holds what is written to what was redacted (src/report/one-door.test.ts); this holds the ways round it.
const outside = sourceFiles().filter(
  ({ path }) => !path.startsWith("src/core/secrets/") && path !== "testing/one-door.test.ts",
);

test("nothing but the secrets of a run makes a redactor", () => {
  const makers = outside.filter(({ text }) => /\bcreateRedactor\b|\bredactValue\b/.test(text));
  expect(makers.map(({ path }) => path)).toEqual([]);
});

test("nothing is called redacted by a cast", () => {
  const casts = outside.filter(({ text }) => /\bas (?:unknown as )?Redacted\b/.test(text));
  expect(casts.map(({ path }) => path)).toEqual([]);
});

test("every format, and everything else that shows a run, asks for a redacted one", () => {
  const takesRuns = /export (?:async )?function\*? \w+\(\s*\w+: Run\b(?!\[)/;
  const open = outside.filter(
    (file) =>
      !file.forTests && /^src\/(?:report|assembly|cli)\//.test(file.path) && takesRuns.test(file.text),
  );
  expect(open.map(({ path }) => path)).toEqual([]);
});

test("what is given is read through src/core/files alone, which refuses what has no end", () => {
  const reads = outside.filter(
    ({ path, text, forTests }) =>
      !forTests &&
      /^(?:src|suites|reference-server)\//.test(path) &&
      !path.startsWith("src/core/files/") &&
      /\b(?:readFile(?:Sync)?|createReadStream|openAsBlob)\b[^;]* from "node:fs/.test(text),
  );
  // The program's own document, and what Linux says of processes.
  expect(reads.map(({ path }) => path)).toEqual([
    "src/core/contract/embedded-text.ts",
    "src/exam/run-client.ts",
  ]);
});

test("what is sent goes through undici: nothing calls the fetch of Node, which has bounds of its own", () => {
  const calls = outside.filter(
    ({ path, text, forTests }) =>
      !forTests && /^(?:src|suites|reference-server)\//.test(path) && /(?<![.\w])fetch\(/.test(text),
  );
  // Runs in the browser that shows the page.
  expect(calls.map(({ path }) => path)).toEqual(["src/workbench/pages/script.ts"]);
});
