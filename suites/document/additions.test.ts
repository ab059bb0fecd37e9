import { describe, expect, test } from "vitest";
import { embeddedText } from "#core/contract/embedded-text.ts";
import { play } from "#proof/play.ts";
import {
  createReferenceServer,
  type ReferenceServer,
  type ServerRequest,
  type ServerResponse,
} from "#reference-server/server.ts";
import { described, exceptPasses, json } from "#testing/documents/described-service.ts";
import { correct } from "#testing/proof/bed.ts";

const own = embeddedText("suites/petstore/openapi.yaml");
const limit = "        - name: limit\n";

function withParameter(parameter: string): string {
  const document = own.replace(limit, `        - { ${parameter} }\n${limit}`);
  expect(document).not.toBe(own);
  return document;
}

/** What stands in place of the answer of the pet store, but for its headers; undefined where that is sent. */
type Answer = (request: ServerRequest) => ServerResponse | undefined;

/** A run by a revision of the pet store's document, without what is untested by the pet store's own. */
async function found(document: string, answer: Answer, inputs: readonly string[] = []) {
  const declared = { inputs };
  const run = await play(
    { ...correct, stage: { plan: "business" } },
    {
      ...(await described(document, { declared })),
      serve: (given) => {
        const pets = createReferenceServer(given);
        return { handle: (request) => answered(answer, request, pets) };
      },
      options: { profile: "standard", declared },
    },
  );
  expect(run.suiteErrors).toEqual([]);
  const all = Object.entries(exceptPasses(run));
  const named = all.filter(([id, verdict]) => id.startsWith("OP:") || verdict === "fail");
  return { run, named: Object.fromEntries(named) };
}

async function answered(answer: Answer, request: ServerRequest, pets: ReferenceServer) {
  const own = await pets.handle(request);
  const { status, body } = answer(request) ?? own;
  return { status, body, headers: own.headers.filter(([name]) => name.toLowerCase() !== "content-length") };
}

const ignoring: Answer = () => undefined;
const asked = ({ target }: ServerRequest, name: string) =>
  new URLSearchParams(target.split("?")[1] ?? "").get(name);

describe("a filter that a revision adds to listPets", () => {
  const document = withParameter("name: name, in: query, schema: { type: string }").replace(
    '        "401":',
    '        "400": { description: No. }\n        "401":',
  );

  test("is untested by name where no value of it is known", async () => {
    const { run, named } = await found(document, ignoring);
    expect(named).toEqual({ "OP:listPets/values/name": "untested" });
    expect(run.verdicts.find(({ id }) => id === "OP:listPets/values/name")).toMatchObject({
      reason: { kind: "no-value", name: "name" },
      remedy: { options: [{ option: "input", value: "name=VALUE" }] },
    });
  });

  test.each<readonly [string, ServerResponse, Readonly<Record<string, string>>]>([
    ["a service that filters passes: no requirement of the pet store reads its list", json(200, []), {}],
    ["one that crashes fails", json(500, {}), { "OP:listPets/values/name": "fail" }],
    ["one that answers with something else fails", json(200, {}), { "OP:listPets/values/name": "fail" }],
    [
      "one that rejects the value shows nothing",
      json(400, { code: "no", message: "No.", status: 400 }),
      { "OP:listPets/values/name": "untested" },
    ],
  ])("is sent with --input: %s", async (_, answer, expected) => {
    const filtered: Answer = (request) => (asked(request, "name") === "Rex" ? answer : undefined);
    const { named } = await found(document, filtered, ["listPets/name=Rex"]);
    expect(named).toEqual(expected);
  });
});

test("a bound of a parameter that a revision adds is tried", async () => {
  const document = withParameter(
    "name: offset, in: query, schema: { type: integer, minimum: 0, maximum: 9 }",
  );
  const right: Answer = (request) =>
    /^[0-9]?$/.test(asked(request, "offset") ?? "")
      ? undefined
      : json(400, { code: "offset", message: "No.", status: 400 });
  expect((await found(document, right)).named).toEqual({});
  expect((await found(document, ignoring)).named).toEqual({ "OP:listPets/bounds/offset": "fail" });
});

test("a header that a revision requires of lists is looked for", async () => {
  const document = own.replace(
    "          headers: &rateLimitHeaders\n",
    "          headers: &rateLimitHeaders\n            X-Total-Count: { required: true, schema: { type: integer } }\n",
  );
  const { named } = await found(document, ignoring);
  expect(named).toMatchObject({ "OP:listPets/headers": "fail" });
});

test("what a revision adds to creates is sent with wrong values alone, and the rest untested by name", async () => {
  const document = own.replace(
    "        name: { type: string, description",
    "        tag: { type: string }\n        name: { type: string, description",
  );
  expect((await found(document, ignoring)).named).toEqual({
    "CREATE-6": "fail",
    "OP:createPet/fields/tag": "untested",
  });
});
