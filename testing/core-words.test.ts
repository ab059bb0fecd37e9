import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

/** They serve any interface, so they name nothing that only this one has. */
const ofThisInterface = [
  // As a word, or as a part of a name in camel case.
  /(?<![a-z])pets?(?![a-z])|Pets?(?![a-z])|PET/,
  /status ?filter/i,
  /categor(?:y|ies)/i,
  /\/pets\b|\/store\/orders\b/,
];

/** The product is called after the interface, and so is where it looks for the key. */
const ownNames = /petstore-conformance|PETSTORE_API_KEY/gi;

const core = sourceFiles().filter(({ path, forTests }) => /^src\/(?:core|report)\//.test(path) && !forTests);

test("the core and the reports have no word of the pet store", () => {
  const found = core.flatMap(({ path, text }) =>
    text
      .replaceAll(ownNames, "")
      .split("\n")
      .flatMap((line, at) =>
        ofThisInterface.some((word) => word.test(line)) ? [`${path}:${at + 1} ${line.trim()}`] : [],
      ),
  );
  expect(found).toEqual([]);
});
