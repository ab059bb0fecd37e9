import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { embeddedText } from "#core/contract/embedded-text.ts";
import { suite } from "#suites/registry.ts";
import { specOf } from "#testing/documents/described-service.ts";
import { changesBetween } from "./changes/operation-changes.ts";
import { revisedRequirements } from "./revised-requirements.ts";
import { sentences } from "./revision-words.ts";

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
  readonly things: string;
  readonly both: readonly Record<"from" | "to" | "there" | "back", string>[];
} = parse(readFileSync("testing/documents/revisions.yaml", "utf8"));

function edited(document: string, { from = "", pattern, to, also }: Edit): string {
  const once = document.replace(pattern === undefined ? from : new RegExp(pattern, "g"), to);
  return also === undefined ? once : edited(once, also);
}

async function changes(before: string, after: string) {
  expect(after).not.toBe(before);
  return changesBetween(await specOf(before), await specOf(after));
}

async function inShort(before: string, after: string): Promise<InShort> {
  const known = { requirements, concerned: suite.concerned };
  const lines = revisedRequirements(await changes(before, after), known);
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

const { things } = revisions;

/** `breaking/none OP:addThing/auth: …`, a line for each requirement. */
async function told(before: string, after: string): Promise<readonly string[]> {
  const unknown = { requirements: [], concerned: () => [] };
  const lines = revisedRequirements(await changes(before, after), unknown);
  return lines.map((one) => `${one.server}/${one.client} ${one.id}: ${sentences(one.changes).join(" ")}`);
}

test.each(revisions.both)(
  "$from becomes $to: who has to do what, and the other way round",
  async ({ from, to, there, back }) => {
    const after = things.replace(from, to);
    expect([await told(things, after), await told(after, things)]).toEqual([[there], [back]]);
  },
);

test("what is read alone is nothing to answers, and what is written alone nothing to requests", async () => {
  const written = things.replace("name: { type: string }", "name: { type: string, writeOnly: true }");
  const read = things.replace("kind: { type: string }", "kind: { type: string, readOnly: true }");
  expect([...(await told(things, written)), ...(await told(things, read))]).toEqual([]);
});
