import { join } from "node:path";
import { expect, test } from "vitest";
import { ran } from "../../../../testing/cli/sample-io.ts";
import { UsageError } from "../../../core/options/usage-error.ts";
import { perform } from "../../command.ts";
import * as diffSpec from "./diff-spec.ts";

const folder = join(import.meta.dirname, "../../../../testing/documents");

const outputOf = (...argv: readonly string[]) => ran((io) => perform(diffSpec, argv, io), { folder });

test("a revision that breaks something ends with 1, and names the requirement, the place and who must do what", async () => {
  const { code, out } = await outputOf("embedded", join(folder, "second-revision.yaml"));
  expect(code).toBe(1);
  expect(out).toContain("LIST-5  server breaking, client breaking");
  expect(out.replaceAll(/\s+/g, " ")).toContain(
    "listPets, query parameter limit: maximum 50, was 100. Server: apply it. Client: send nothing else.",
  );
});

test("the same document twice ends with 0", async () => {
  expect(await outputOf("embedded", "embedded")).toMatchObject({
    code: 0,
    out: expect.stringContaining("Nothing changes for servers or clients."),
  });
});

test("in JSON each change has its place in the document", async () => {
  const { out } = await outputOf("embedded", join(folder, "second-revision.yaml"), "--format", "json");
  const { requirements } = JSON.parse(out) as { requirements: { id: string; changes: unknown[] }[] };
  expect(requirements.find(({ id }) => id === "LIST-5")?.changes).toEqual([
    expect.objectContaining({
      operation: "listPets",
      keyword: "maximum",
      was: "100",
      is: "50",
      place: expect.objectContaining({ pointer: "/components/parameters/limit", line: expect.any(Number) }),
    }),
  ]);
});

test("in Markdown a requirement is a row", async () => {
  const { out } = await outputOf("embedded", join(folder, "second-revision.yaml"), "--format", "markdown");
  expect(out).toMatch(/^\| LIST-5 \| breaking \| breaking \| No list holds more than 50 pets/m);
});

test("one document is wrong usage", async () => {
  await expect(outputOf("embedded")).rejects.toThrow(UsageError);
});
