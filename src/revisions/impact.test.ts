import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Change } from "#core/check/change.ts";
import { specOf } from "#testing/documents/described-service.ts";
import { changesBetween } from "./changes/operation-changes.ts";
import { type Impact, impactOf, type JudgedTwice, type ShownVerdict } from "./impact.ts";
import { revisedRequirements } from "./revised-requirements.ts";
import { sentences } from "./revision-words.ts";

function shown(
  id: string,
  state: ShownVerdict["state"],
  level: ShownVerdict["level"] = "must",
): ShownVerdict {
  return { id, level, text: id, state, because: `because of ${id}` };
}

const server: JudgedTwice = {
  ...{ evidence: "run.ndjson", side: "server", subject: "a server" },
  ...{ before: [shown("LIST-1", "conforms")], after: [shown("LIST-1", "conforms")], called: new Set() },
};

const answer: Change = {
  ...{ operation: "listPets", part: { in: "answer", status: "200" }, member: "[].status" },
  ...{ keyword: "enum", was: undefined, is: "reserved", relation: "wider" },
  place: { file: "new.yaml" },
};
const bound: Change = {
  ...answer,
  ...{ part: { in: "parameter", location: "query", name: "limit" }, member: "" },
  ...{ keyword: "maximum", was: "100", is: "50", relation: "narrower" },
};

function impact(judged: Partial<JudgedTwice>, changes: readonly Change[] = []): Impact {
  const concerned = ({ keyword }: Change) => (keyword === "maximum" ? ["LIST-3"] : ["LIST-1"]);
  return impactOf({ ...server, ...judged }, { changes, concerned, worded: ({ keyword }) => keyword });
}

describe("a server", () => {
  test("that meets every must conforms to the revision", () => {
    expect(impact({})).toMatchObject({ state: "conforms", breaks: [], brokenBefore: [], unknown: [] });
  });

  test("that breaks a must by the newer document alone breaks", () => {
    const found = impact({ after: [shown("LIST-1", "breaks")] });
    expect(found).toMatchObject({ state: "breaks", breaks: [{ id: "LIST-1" }], brokenBefore: [] });
  });

  test("that broke it already is not broken by the revision", () => {
    const broken = [shown("LIST-1", "breaks")];
    expect(impact({ before: broken, after: broken })).toMatchObject({
      state: "broken before",
      breaks: [],
      brokenBefore: [{ id: "LIST-1" }],
    });
  });

  test("is not broken by a should", () => {
    expect(impact({ after: [shown("LIST-1", "breaks", "should")] }).state).toBe("conforms");
  });

  test("is unknown where there is a new parameter, whatever else of the operation it meets", () => {
    const part = { in: "parameter", location: "header", name: "X-Tenant" } as const;
    const tenant: Change = { ...bound, part, keyword: "parameter", was: undefined, is: "required" };
    expect(impact({}, [tenant])).toMatchObject({
      state: "unknown",
      unknown: [{ requirements: [], because: "parameter" }],
    });
  });

  test("is unknown where a must is no longer shown, and not where it never was", () => {
    const after = [shown("LIST-1", "unknown"), shown("LIST-2", "unknown")];
    expect(
      impact({ before: [shown("LIST-1", "conforms"), shown("LIST-2", "unknown")], after }),
    ).toMatchObject({
      state: "unknown",
      unknown: [{ requirements: ["LIST-1"], because: "because of LIST-1" }],
    });
  });

  test("is unknown where a change asks for what no verdict is about", () => {
    expect(impact({}, [bound]).unknown).toEqual([{ requirements: [], because: "maximum" }]);
  });
});

describe("a client", () => {
  const client = { side: "client", called: new Set(["listPets"]) } as const;

  test("has not met answers that only the newer document allows", () => {
    expect(impact(client, [answer, bound])).toMatchObject({
      state: "unknown",
      unknown: [{ requirements: [], because: "enum" }],
    });
  });

  test("need not meet answers of operations that it never calls", () => {
    expect(impact({ ...client, called: new Set(["createPet"]) }, [answer]).state).toBe("conforms");
  });
});

const {
  things,
  both,
}: Readonly<{
  things: string;
  both: readonly Record<"from" | "to" | "there" | "back", string>[];
}> = parse(readFileSync("testing/documents/revisions.yaml", "utf8"));

/** `breaking/none OP:addThing/auth: …`, a line for each requirement. */
async function told(before: string, after: string): Promise<readonly string[]> {
  expect(after).not.toBe(before);
  const changes = changesBetween(await specOf(before), await specOf(after));
  const lines = revisedRequirements(changes, { requirements: [], concerned: () => [] });
  return lines.map((one) => `${one.server}/${one.client} ${one.id}: ${sentences(one.changes).join(" ")}`);
}

test.each(both)(
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
