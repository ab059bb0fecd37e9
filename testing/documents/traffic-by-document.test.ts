import { describe, expect, test } from "vitest";
import { embeddedText } from "#core/contract/embedded-text.ts";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import { described, judgeOf, now } from "./described-service.ts";

const document = `openapi: 3.1.0
info: { title: Things, version: "1" }
security: [{ key: [] }]
components: { securitySchemes: { key: { type: http, scheme: bearer }, app: { type: apiKey, in: header, name: X-App } } }
paths:
  /things:
    get:
      operationId: listThings
      parameters:
        - { name: X-Tenant, in: header, required: true, schema: { type: string, enum: [red] } }
        - { name: page, in: query, required: true, schema: { type: object, properties: { number: { type: integer } } } }
        - { name: sizes, in: query, schema: { type: array, items: { type: integer } } }
      responses: { "200": { description: Things. }, "401": { description: No key. } }
    post:
      operationId: sendPicture
      security: [{ key: [] }, { app: [] }]
      requestBody: { required: true, content: { image/*: {} } }
      responses: { "204": { description: Kept. }, "401": { description: No key. } }
`;
const judge = await judgeOf(document);
const key: HeaderLine = ["Authorization", "Bearer secret-of-a-client"];
const tenant: HeaderLine = ["X-Tenant", "red"];

/** What an exchange fails, and how many requests were the client's mistake. */
function judged(target: string, status: number, headers: readonly HeaderLine[], picture?: string) {
  return judge({
    ...{ method: picture === undefined ? "GET" : "POST", target, headers },
    body: new TextEncoder().encode(picture),
    ...{ sentAtMs: now, endedAtMs: now },
    outcome: { kind: "answer", status, headers: [], body: new Uint8Array() },
  });
}

describe("traffic with an operation that the document alone describes:", () => {
  test("a status that it does not give is the service's mistake only where the request was allowed", () => {
    expect(judged("/things", 409, [key, tenant])).toEqual([["OP:listThings/status"], 0]);
    expect(judged("/things", 409, [key, ["X-Tenant", "grey"]])).toEqual([[], 1]);
    expect(judged("/things", 428, [key])).toEqual([[], 1]);
    expect(judged("/things?sizes=1&sizes=two", 422, [key, tenant])).toEqual([[], 1]);
  });

  test("members of an object in the query are no unknown parameters, and none of them need be there", async () => {
    expect(judged("/things?number=2", 409, [key, tenant])).toEqual([["OP:listThings/status"], 0]);
    expect(judged("/things?colour=red", 409, [key, tenant])).toEqual([[], 1]);
    const open = await described(
      document.replace("{ type: object,", "{ type: object, additionalProperties: {},"),
    );
    const { findings } = open.contract.classify({
      ...{ method: "GET", path: "/things", headers: [tenant] },
      query: [["colour", "red"]],
    });
    expect(findings).toMatchObject({ problems: [] });
  });

  test("a body of a media type that it gives is allowed", () => {
    expect(judged("/things", 204, [key, ["Content-Type", "image/png"]], "PNG")).toEqual([[], 0]);
    expect(judged("/things", 415, [key, ["Content-Type", "text/plain"]], "PNG")).toEqual([[], 1]);
  });

  test("a request that certainly had no key is not served, unless something else lets it in", () => {
    expect(judged("/things", 200, [tenant])).toEqual([["OP:listThings/auth"], 0]);
    expect(judged("/things", 401, [tenant])).toEqual([[], 0]);
    const app: HeaderLine = ["X-App", "one"];
    expect(judged("/things", 204, [app, ["Content-Type", "image/png"]], "PNG")).toEqual([[], 0]);
  });
});

test("so is one with the pet store, where the document requires a header of it", async () => {
  const more = `        - { name: X-Store, in: header, required: true, schema: { type: string } }\n`;
  const revised = embeddedText("suites/petstore/openapi.yaml").replace(
    "        - name: limit\n",
    `${more}        - name: limit\n`,
  );
  const { classify } = (await described(revised)).contract;
  const list = { method: "GET", path: "/pets" };
  expect(classify({ ...list, headers: [] }).findings).toMatchObject({ allowed: false });
  expect(classify({ ...list, headers: [["x-store", "main"]] }).findings).toMatchObject({ allowed: true });
  expect(classify(list).findings).toMatchObject({ allowed: true });
});
