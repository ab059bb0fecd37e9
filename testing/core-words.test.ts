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

const ofAny = /^src\/(?:certificate|core|exam|fleet|report|revisions|traffic|workbench)\//;

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
