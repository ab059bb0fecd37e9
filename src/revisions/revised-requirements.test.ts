import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { embeddedText } from "#core/contract/embedded-text.ts";
import { suite } from "#suites/registry.ts";
import { specOf } from "#testing/documents/described-service.ts";
import { changesBetween } from "./changes/operation-changes.ts";
import { revisedRequirements } from "./revised-requirements.ts";

const embedded = embeddedText("suites/petstore/openapi.yaml");
const requirements = suite.requirements(await suite.load({}));

/** What a revision replaces in a document, as `testing/documents/revisions.yaml` has it. */
interface Edit {
  readonly about: string;
  readonly from?: string;
  readonly pattern?: string;
  readonly to: string;
  readonly also?: Edit;
}

type InShort = Readonly<Record<string, string>>;

const revisions: {
  readonly asking: readonly (Edit & { readonly asks: InShort })[];
  readonly alike: readonly Edit[];
} = parse(readFileSync("testing/documents/revisions.yaml", "utf8"));

function edited(document: string, { from = "", pattern, to, also }: Edit): string {
  const once = document.replace(pattern === undefined ? from : new RegExp(pattern, "g"), to);
  return also === undefined ? once : edited(once, also);
}

/** What the newer document asks for. */
async function inShort(before: string, after: string): Promise<InShort> {
  expect(after).not.toBe(before);
  const changes = changesBetween(await specOf(before), await specOf(after));
  const lines = revisedRequirements(changes, { requirements, concerned: suite.concerned });
  const byWhat = Map.groupBy(lines, ({ server, client }) => `${server}/${client}`);
  return Object.fromEntries([...byWhat].map(([what, own]) => [what, own.map(({ id }) => id).join(" ")]));
}

test.each(revisions.asking)("$about: what servers and clients must do", async ({ asks, ...edit }) => {
  expect(await inShort(embedded, edited(embedded, edit))).toEqual(asks);
});

test.each(revisions.alike)("the same interface with $about: nothing changes", async (edit) => {
  expect(await inShort(embedded, edited(embedded, edit))).toEqual({});
});

test("the other way round, what was new is gone", async () => {
  const added = revisions.asking.find(({ about }) => about === "a new operation") ?? expect.fail("no row");
  expect(await inShort(edited(embedded, added), embedded)).toEqual({
    "none/breaking": "OP:listCategories/status",
  });
});
