import { expect, test } from "vitest";
import { UsageError } from "#core/options/usage-error.ts";
import { createSecrets } from "#core/secrets/secrets.ts";
import { sampleIo } from "#testing/cli/sample-io.ts";
import { printError } from "./print-error.ts";

function printed(error: unknown): { readonly code: number; readonly text: string } {
  const { io, printed } = sampleIo({ secrets: createSecrets("s3cret-key") });
  return { code: printError(error, io), text: printed.err };
}

test("wrong usage is one sentence and exit code 2", () => {
  const error = new UsageError({ what: "it is wrong", where: "command line", remedy: "Mend it." });
  const text = "petstore-conformance: it is wrong (command line). Mend it.\n";
  expect(printed(error)).toEqual({ code: 2, text });
});

test("an exception is a fault of the suite with exit code 70, and holds no secret", () => {
  const { code, text } = printed(new TypeError("no s3cret-key\u001b[2J"));
  expect(code).toBe(70);
  expect(text).toContain("TypeError: no [redacted]\\u{1b}[2J");
  expect(text).toContain("a fault of the suite itself");
});

test.each([
  ["ENOSPC", "is full"],
  ["ERR_ACCESS_DENIED", "--permission"],
])(
  "what this machine lacks (%s) is one sentence with what to do, and no fault of the suite",
  (code, says) => {
    const { code: exitCode, text } = printed(Object.assign(new Error(code), { code }));
    expect(exitCode).toBe(3);
    expect(text).toMatch(/^petstore-conformance: [^\n]+; [^\n]+\.\n$/);
    expect(text).toContain(says);
  },
);
