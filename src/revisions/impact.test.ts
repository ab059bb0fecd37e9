import { expect, test } from "vitest";
import type { Change } from "#core/check/change.ts";
import { type Impact, impactOf, type JudgedTwice, type ShownVerdict } from "./impact.ts";

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

const tenant: Change = {
  ...bound,
  part: { in: "parameter", location: "header", name: "X-Tenant" },
  ...{ keyword: "parameter", was: undefined, is: "required" },
};

const broken = [shown("LIST-1", "breaks")];
const [first, second] = [shown("LIST-1", "unknown"), shown("LIST-2", "unknown")];
const client = { side: "client", called: new Set(["listPets"]) } as const;
const unknownFor = (because: string, ...requirements: readonly string[]) =>
  ({ state: "unknown", unknown: [{ requirements, because }] }) as const;

test.each<[string, Partial<JudgedTwice>, readonly Change[], Partial<Impact>]>([
  [
    "a server that broke it already is not broken by the revision",
    { before: broken, after: broken },
    [],
    { state: "broken before", breaks: [], brokenBefore: broken },
  ],
  [
    "no server is broken by a should",
    { after: [shown("LIST-1", "breaks", "should")] },
    [],
    { state: "conforms" },
  ],
  [
    "a new parameter leaves a server unknown, whatever else it meets",
    {},
    [tenant],
    unknownFor("listPets, header parameter X-Tenant: required, new"),
  ],
  [
    "so does a must that is no longer shown, and not one that never was",
    { before: [shown("LIST-1", "conforms"), second], after: [first, second] },
    [],
    unknownFor("because of LIST-1", "LIST-1"),
  ],
  [
    "so does a change that no verdict is about",
    {},
    [bound],
    unknownFor("listPets, query parameter limit: maximum 50, was 100"),
  ],
  [
    "a client has not met answers that only the newer document allows",
    client,
    [answer, bound],
    unknownFor("listPets, answer 200, [].status: reserved allowed too"),
  ],
  [
    "it need not meet those of operations that it never calls",
    { ...client, called: new Set(["createPet"]) },
    [answer],
    { state: "conforms" },
  ],
])("%s", (_, judged, changes, expected) => {
  const concerned = ({ keyword }: Change) => (keyword === "maximum" ? ["LIST-3"] : ["LIST-1"]);
  expect(impactOf({ ...server, ...judged }, { changes, concerned })).toMatchObject(expected);
});
