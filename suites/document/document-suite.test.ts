import { describe, expect, test } from "vitest";
import { emptyResponse } from "#reference-server/message.ts";
import { reasonInWords } from "#report/words/why-in-words.ts";
import { exceptPasses, head, playDescribed, type Service } from "#testing/documents/described-service.ts";
import { json } from "#testing/reference-server/handlers.ts";

const secured = `${head()}security: [{ key: [] }]
components: { securitySchemes: { key: { type: http, scheme: bearer }, other: { type: apiKey, in: header, name: X-Key } } }
`;
const things = `
  /things:
    get:
      operationId: listThings
      parameters:
        - { name: size, in: query, schema: { type: integer, minimum: 2, maximum: 9 } }
      responses:
        "200":
          description: Things.
          content: { application/json: { schema: { type: array, items: { type: object, required: [id], properties: { id: { type: integer, format: int64 } } } } } }
        "400": { description: No. }
        "401": { description: No key. }`;

const rightThings: Service = ({ line, query, hasKey }) => {
  if (!hasKey) return json(401, {});
  if (line !== "GET /things") return json(404, {});
  const size = Number(query.get("size") ?? 5);
  return Number.isInteger(size) && size >= 2 && size <= 9 ? json(200, [{ id: 7 }]) : json(400, {});
};

const ignoringKeys: Service = (asked) => rightThings({ ...asked, hasKey: true });

describe("a document of another service is judged by what it describes alone:", () => {
  const document = `${secured}paths:${things}`;

  test.each(["quick", "standard", "thorough"] as const)(
    "a service that is as it says conforms in %s",
    async (profile) => {
      const run = await playDescribed(document, rightThings, { profile });
      expect([run.outcome, run.suiteErrors]).toEqual(["conforming", []]);
      expect(run.spec.operations).toEqual({ tested: 1, of: 1 });
      if (profile !== "quick") expect(exceptPasses(run)).toEqual({});
    },
  );

  test.each<readonly [string, Service, readonly string[]]>([
    ["no look at the key", ignoringKeys, ["auth"]],
    [
      "a crash outside the bounds",
      (asked) => (asked.hasKey && asked.query.get("size") === "10" ? json(500, {}) : rightThings(asked)),
      ["bounds/size", "parameters/size"],
    ],
  ])("%s fails what is about it, and nothing else", async (_, service, families) => {
    const run = await playDescribed(document, service);
    const failed = run.verdicts.filter(({ verdict }) => verdict === "fail").map(({ id }) => id);
    expect(failed.toSorted()).toEqual(families.map((family) => `OP:listThings/${family}`));
    const named = run.causes.flatMap(({ leading, consequences }) => [leading, ...consequences]);
    expect(named.toSorted()).toEqual(failed.toSorted());
  });

  test("a requirement names its place in the document", async () => {
    const { verdicts } = await playDescribed(document, rightThings);
    const size = verdicts.find(({ id }) => id === "OP:listThings/parameters/size");
    expect(size?.clause).toBe("openapi.yaml, line 10: /paths/~1things/get/parameters/0");
  });

  test("an experimental operation fails no must", async () => {
    const experimental = document.replace("operationId", "x-stability: experimental\n      operationId");
    const run = await playDescribed(experimental, ignoringKeys);
    expect([run.outcome, exceptPasses(run)]).toEqual(["conforming", { "OP:listThings/auth": "fail" }]);
  });
});

describe("nothing is passed over in silence:", () => {
  const document = `${secured}paths:${things}
    post:
      operationId: createThing
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string, examples: [new] } } } } } }
      responses: { "201": { description: Made., content: { application/json: { schema: { type: object } } } } }
  /things/{thingId}:
    parameters: [{ name: thingId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getThing, responses: { "200": { description: It. }, "404": { description: None. } } }
    delete: { operationId: deleteThing, responses: { "204": { description: Gone. }, "404": { description: None. } } }
  /search:
    get:
      operationId: search
      parameters: [{ name: words, in: query, required: true, schema: { type: string } }]
      responses: { "200": { description: Found. } }
  /admin: { get: { operationId: admin, security: [{ other: [] }], responses: { "200": { description: Yes. } } } }
`;

  /** Plays the service of this document. `sent`: what came with the key. */
  async function played(given: Parameters<typeof playDescribed>[2] = {}) {
    const sent: string[] = [];
    const held = new Set(["7"]);
    const run = await playDescribed(
      document,
      (asked) => {
        const { line, hasKey, body } = asked;
        if (!hasKey) return json(401, {});
        sent.push(`${line}${body}`);
        if (line === "POST /things") held.add("8");
        if (line === "POST /things") return json(201, { id: 8, name: "new" });
        const id = /^(GET|DELETE) \/things\/(\d+)$/.exec(line);
        if (id === null) return line === "GET /search" ? json(200, {}) : rightThings(asked);
        if (!held.has(id[2] ?? "")) return json(404, {});
        return id[1] === "GET" ? json(200, {}) : emptyResponse(204);
      },
      given,
    );
    const reasonOf = (id: string) => {
      const verdict = run.verdicts.find((one) => one.id === id);
      return [verdict?.verdict, verdict && reasonInWords(verdict, run.words), verdict?.remedy];
    };
    return { run, sent, writes: sent.filter((line) => !line.startsWith("GET")), reasonOf };
  }

  test("what writes is left out, what another scheme protects, and what has no value, each with why", async () => {
    const { run, sent, writes, reasonOf } = await played();
    expect(writes).toEqual([]);
    // An id is one that an earlier answer gave.
    expect(sent).toContain("GET /things/7");
    expect(["deleteThing", "admin", "search"].map((name) => reasonOf(`OP:${name}/status`))).toEqual([
      [
        "untested",
        "DELETE is sent only where it is asked for by name",
        { options: [{ option: "operations", value: "deleteThing" }] },
      ],
      [
        "untested",
        "it takes other (API key in the header X-Key), not a bearer key or token",
        { options: [{ option: "header", value: "x-key='…'" }] },
      ],
      [
        "untested",
        "no value is known for the query parameter words",
        { options: [{ option: "input", value: "words=VALUE" }] },
      ],
    ]);
    expect(run.spec).toMatchObject({
      operations: { tested: 2, of: 6 },
      untestedOperations: ["POST /things", "DELETE /things/{thingId}", "GET /search", "GET /admin"],
    });
  });

  test("what has a value by --input is tested", async () => {
    expect((await played({ inputs: ["words=red"] })).reasonOf("OP:search/status")[0]).toBe("pass");
  });

  test("what writes writes to things of this run alone, with the document's example, and the report says so", async () => {
    const { run, writes, reasonOf } = await played({ operations: ["createThing", "deleteThing"] });
    expect(writes).toContain('POST /things{"name":"new"}');
    expect(writes).not.toContain("DELETE /things/7");
    expect(run.notes).toContain("written by OP:deleteThing: DELETE /things/8 got 204 without a body");
    expect(reasonOf("OP:deleteThing/status")[0]).toBe("pass");
    const alone = await played({ operations: ["deleteThing"] });
    expect(alone.reasonOf("OP:deleteThing/status")).toEqual([
      "untested",
      "no value of something that this run created is known for the path parameter thingId",
      { options: [{ option: "input", value: "deleteThing/thingId=VALUE" }] },
    ]);
  });

  test("nothing is written in a quick run", async () => {
    expect((await played({ profile: "quick", operations: ["createThing"] })).writes).toEqual([]);
  });
});

test("a parameter that may be left out is sent where --input gives its value", async () => {
  const document = `${head()}paths: { /things: { get: { parameters: [{ name: tags, in: query, explode: false, schema: { type: array, items: { type: string } } }], responses: { "200": { description: Things. } } } } }`;
  const seen = new Set<string>();
  const service: Service = ({ query }) => {
    seen.add(query.toString());
    return json(query.has("tags") ? 500 : 200, []);
  };
  const run = await playDescribed(document, service, { inputs: ['tags=["a","b"]'] });
  expect([[...seen], run.outcome]).toEqual([["tags=a%2Cb"], "non-conforming"]);
});
