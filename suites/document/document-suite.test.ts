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

/** Things as their document has them. */
const rightThings: Service = ({ line, query, hasKey }) => {
  if (!hasKey) return json(401, {});
  if (line !== "GET /things") return json(404, {});
  const size = Number(query.get("size") ?? 5);
  return Number.isInteger(size) && size >= 2 && size <= 9 ? json(200, [{ id: 7 }]) : json(400, {});
};

/** The same except for one answer. */
function butFor(change: (asked: Parameters<Service>[0]) => ReturnType<Service> | undefined): Service {
  return (asked) => change(asked) ?? rightThings(asked);
}

describe("a document of another service is judged by what it describes alone:", () => {
  const document = `${secured}paths:${things}`;

  test("a service that is as it says conforms, in every profile", async () => {
    for (const profile of ["quick", "standard", "thorough"] as const) {
      const run = await playDescribed(document, rightThings, { profile });
      expect([run.outcome, run.suiteErrors, run.spec.operations]).toEqual([
        "conforming",
        [],
        { tested: 1, of: 1 },
      ]);
      if (profile !== "quick") expect(exceptPasses(run)).toEqual({});
    }
  });

  test.each<readonly [string, Service, readonly string[]]>([
    ["no look at the key", butFor(({ hasKey }) => (hasKey ? undefined : json(200, [{ id: 7 }]))), ["auth"]],
    [
      "a crash outside the bounds",
      butFor(({ query, hasKey }) => (hasKey && query.get("size") === "10" ? json(500, {}) : undefined)),
      ["parameters/size", "bounds/size"],
    ],
  ])("%s fails what is about it, and nothing else", async (_, service, families) => {
    const run = await playDescribed(document, service);
    const failed = run.verdicts.filter(({ verdict }) => verdict === "fail").map(({ id }) => id);
    expect(failed).toEqual(families.map((family) => `OP:listThings/${family}`));
    expect(run.causes.flatMap(({ leading, consequences }) => [leading, ...consequences]).sort()).toEqual(
      failed.toSorted(),
    );
  });

  test("a requirement names its place in the document", async () => {
    const { verdicts } = await playDescribed(document, rightThings);
    const auth = verdicts.find(({ id }) => id === "OP:listThings/parameters/size");
    expect(auth?.clause).toBe("openapi.yaml, line 10: /paths/~1things/get/parameters/0");
  });
});

test("an experimental operation fails no must", async () => {
  const document = `${secured}paths:${things.replace("operationId", "x-stability: experimental\n      operationId")}`;
  const run = await playDescribed(
    document,
    butFor(({ hasKey }) => (hasKey ? undefined : json(200, []))),
  );
  expect(run.outcome).toBe("conforming");
  expect(exceptPasses(run)).toEqual({ "OP:listThings/auth": "fail" });
});

describe("nothing is passed over in silence:", () => {
  const more = `
  /things/{thingId}:
    get:
      operationId: getThing
      parameters: [{ name: thingId, in: path, required: true, schema: { type: integer } }]
      responses: { "200": { description: It. }, "404": { description: None. } }
    delete:
      operationId: deleteThing
      parameters: [{ name: thingId, in: path, required: true, schema: { type: integer } }]
      responses: { "204": { description: Gone. }, "404": { description: None. } }
  /search:
    get:
      operationId: search
      parameters: [{ name: words, in: query, required: true, schema: { type: string } }]
      responses: { "200": { description: Found. } }
  /admin:
    get:
      operationId: admin
      security: [{ other: [] }]
      responses: { "200": { description: Yes. } }
`;
  const document = `${secured}paths:${things}
    post:
      operationId: createThing
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string, examples: [new] } } } } } }
      responses: { "201": { description: Made., content: { application/json: { schema: { type: object } } } } }${more}`;
  const service = (log: string[] = []): Service => {
    const held = new Set(["7"]);
    return (asked) => {
      const { line, hasKey, body } = asked;
      if (!hasKey) return json(401, {});
      log.push(`${line}${body}`);
      if (line === "POST /things") {
        held.add("8");
        return json(201, { id: 8, name: "new" });
      }
      const id = /^(GET|DELETE) \/things\/(\d+)$/.exec(line);
      if (id === null) return line.startsWith("GET /search") ? json(200, {}) : rightThings(asked);
      if (!held.has(id[2] ?? "")) return json(404, {});
      return id[1] === "GET" ? json(200, {}) : emptyResponse(204);
    };
  };
  const reasonOf = (run: Awaited<ReturnType<typeof playDescribed>>, id: string) => {
    const verdict = run.verdicts.find((one) => one.id === id);
    return [verdict?.verdict, verdict && reasonInWords(verdict, run.words), verdict?.remedy];
  };

  test("what writes is left out, and what another scheme protects, each with why", async () => {
    const log: string[] = [];
    const run = await playDescribed(document, service(log));
    expect(log.filter((line) => !line.startsWith("GET"))).toEqual([]);
    expect(reasonOf(run, "OP:deleteThing/status")).toEqual([
      "untested",
      "DELETE is sent only where it is asked for by name",
      { options: [{ option: "operations", value: "deleteThing" }] },
    ]);
    expect(reasonOf(run, "OP:admin/status")).toEqual([
      "untested",
      "it takes other (API key in the header X-Key), not a bearer key or token",
      { options: [{ option: "header", value: "x-key='…'" }] },
    ]);
    expect(run.spec).toMatchObject({
      operations: { tested: 2, of: 6 },
      untestedOperations: ["POST /things", "DELETE /things/{thingId}", "GET /search", "GET /admin"],
    });
  });

  test("an id is one that an earlier answer gave, and what has no value is untested", async () => {
    const log: string[] = [];
    const run = await playDescribed(document, service(log));
    expect(log).toContain("GET /things/7");
    expect(reasonOf(run, "OP:search/status")).toEqual([
      "untested",
      "no value is known for the query parameter words",
      { options: [{ option: "input", value: "words=VALUE" }] },
    ]);
    const reported = await playDescribed(document, service(), { inputs: ["words=red"] });
    expect(reasonOf(reported, "OP:search/status")[0]).toBe("pass");
  });

  test("what writes writes to things of this run alone, with the document's example, and the report says so", async () => {
    const log: string[] = [];
    const run = await playDescribed(document, service(log), { operations: ["createThing", "deleteThing"] });
    expect(log.filter((line) => !line.startsWith("GET"))).toContain('POST /things{"name":"new"}');
    expect(log.filter((line) => line.startsWith("DELETE /things/7"))).toEqual([]);
    expect(run.notes).toContain("written by OP:deleteThing: DELETE /things/8 got 204 without a body");
    expect(reasonOf(run, "OP:deleteThing/status")[0]).toBe("pass");
    const alone = await playDescribed(document, service(), { operations: ["deleteThing"] });
    expect(reasonOf(alone, "OP:deleteThing/status")).toEqual([
      "untested",
      "no value of something that this run created is known for the path parameter thingId",
      { options: [{ option: "input", value: "deleteThing/thingId=VALUE" }] },
    ]);
  });

  test("a Location with a wrong percent code is an id as it stands", async () => {
    const log: string[] = [];
    const right = service(log);
    const location = ["Location", "/v1/things/%E0%A4"] as const;
    const run = await playDescribed(
      document,
      (asked) => (asked.line === "POST /things" ? { ...json(201, {}), headers: [location] } : right(asked)),
      { operations: ["createThing", "deleteThing"] },
    );
    expect(run.suiteErrors).toEqual([]);
    expect(log).toContain("DELETE /things/%25E0%25A4");
  });

  test("nothing is written in a quick run", async () => {
    const log: string[] = [];
    await playDescribed(document, service(log), { profile: "quick", operations: ["createThing"] });
    expect(log.filter((line) => !line.startsWith("GET"))).toEqual([]);
  });
});

test("a parameter that may be left out is sent where --input gives its value", async () => {
  const document = `${head()}paths:
  /things:
    get:
      operationId: listThings
      parameters:
        - { name: tags, in: query, explode: false, schema: { type: array, items: { type: string } } }
      responses: { "200": { description: Things. } }`;
  const seen = new Set<string>();
  const service = ({ query }: { readonly query: URLSearchParams }) => {
    seen.add(query.toString());
    return json(query.has("tags") ? 500 : 200, []);
  };
  const run = await playDescribed(document, service, { inputs: ['tags=["a","b"]'] });
  expect([...seen]).toEqual(["tags=a%2Cb"]);
  expect(run.outcome).toBe("non-conforming");
});
