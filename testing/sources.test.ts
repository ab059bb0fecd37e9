import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

/** They serve any interface, so they name nothing that only this one has. */
const ofThisInterface = [
  // As a word, or as a part of a name in camel case.
  /(?<![a-z])pets?(?![a-z])|Pets?(?![a-z])|PET/,
  /status ?filter/i,
  /categor(?:y|ies)/i,
  /\/pets\b|\/store\/orders\b/,
  // A requirement of clients.
  /CLIENT-\d/,
];

/** The product is called after the interface, and so are its environment variables. */
const ownNames = /petstore-conformance|PETSTORE_[A-Z_]+/gi;

const ofAny =
  /^src\/(?:certificate|core|exam|fleet|report|revisions|traffic|cli\/commands\/fleet|cli\/commands\/ui\/(?!ui-options))\//;

test("what serves any interface has no word of the pet store", () => {
  const files = sourceFiles().filter(({ path, forTests }) => ofAny.test(path) && !forTests);
  const found = files.flatMap(({ path, text }) =>
    text
      .replaceAll(ownNames, "")
      .split("\n")
      .flatMap((line, at) =>
        ofThisInterface.some((word) => word.test(line)) ? [`${path}:${at + 1} ${line.trim()}`] : [],
      ),
  );
  expect(found).toEqual([]);
});

// The compiler holds what is written to what was redacted (src/report/one-door.test.ts); this holds the ways round it.
const outside = sourceFiles().filter(({ path }) => !path.startsWith("src/core/secrets/"));

const shipped = outside.filter(
  ({ path, forTests }) => !forTests && /^(?:src|suites|reference-server)\//.test(path),
);

const pathsWith = (files: typeof outside, pattern: RegExp) =>
  files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

test("nothing but the secrets of a run makes a redactor", () => {
  expect(pathsWith(outside, /\bredactorOf\b|\bnew Redactor\b|\bredactValue\b/)).toEqual([]);
});

test("nothing is called redacted by a cast", () => {
  expect(pathsWith(outside, /\bas (?:unknown as )?Redacted\b/)).toEqual([]);
});

test("every format, and everything else that shows a run, asks for a redacted one", () => {
  const showing = shipped.filter(({ path }) => /^src\/(?:report|assembly|cli)\//.test(path));
  expect(pathsWith(showing, /export (?:async )?function\*? \w+\(\s*\w+: Run\b(?!\[)/)).toEqual([]);
});

test("what is given is read through src/files alone, which refuses what has no end", () => {
  const others = shipped.filter(({ path }) => !path.startsWith("src/files/"));
  const reads = /\b(?:readFile(?:Sync)?|createReadStream|openAsBlob)\b[^;]* from "node:fs/;
  // The program's own document, and what Linux says of processes.
  expect(pathsWith(others, reads)).toEqual(["src/core/contract/embedded-text.ts", "src/exam/run-client.ts"]);
});

test("what is sent goes through undici: nothing calls the fetch of Node, which has bounds of its own", () => {
  expect(pathsWith(shipped, /(?<![.\w])fetch\(/)).toEqual([]);
});
