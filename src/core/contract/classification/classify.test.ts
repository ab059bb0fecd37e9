import { describe, expect, test } from "vitest";
import { loadContract } from "#suites/petstore/document.ts";
import { described } from "#testing/documents/described-service.ts";
import { NotRecorded, recorded } from "../recorded.ts";
import type { ClassifiableRequest } from "./classification.ts";

const contract = await loadContract();

const findings = (request: ClassifiableRequest) => recorded(contract.classify(request).findings);

function list(...query: [string, string][]): ClassifiableRequest {
  return { method: "GET", path: "/pets", query };
}

function create(text: string, contentType: string | undefined = "application/json"): ClassifiableRequest {
  return { method: "POST", path: "/pets", body: { bytes: new TextEncoder().encode(text), contentType } };
}

function get(id: string): ClassifiableRequest {
  return { method: "GET", path: `/pets/${id}` };
}

test.each<[string, ClassifiableRequest]>([
  ["a list", list()],
  ["a list with both parameters", list(["limit", "100"], ["status", "sold"])],
  ["a pet by id", get("1")],
  ["the largest id", get("9223372036854775807")],
  ["a new pet", create('{"name":"Rex","categoryId":1}')],
  ["a new pet with a status", create('{"name":"Rex é 😀","categoryId":7,"status":"pending"}')],
  ["a name of 64 units", create(`{"name":"${"x".repeat(64)}","categoryId":1}`)],
  ["the orders", { method: "GET", path: "/store/orders" }],
])("classify allows %s", (_, request) => {
  expect(findings(request)).toEqual({ allowed: true, problems: [], open: [] });
});

describe("classify finds a problem in", () => {
  test.each<[string, ClassifiableRequest, string, string]>([
    ["a limit below the minimum", list(["limit", "0"]), "query", "limit"],
    ["a limit above the maximum", list(["limit", "101"]), "query", "limit"],
    ["a limit beyond every integer type", list(["limit", "9".repeat(500)]), "query", "limit"],
    ["a word for limit", list(["limit", "abc"]), "query", "limit"],
    ["a fraction for limit", list(["limit", "1.5"]), "query", "limit"],
    ["an empty limit", list(["limit", ""]), "query", "limit"],
    ["an unknown status", list(["status", "lost"]), "query", "status"],
    ["a status in another case", list(["status", "SOLD"]), "query", "status"],
    ["a query parameter that is not described", list(["page", "2"]), "query", "page"],
    ["an id that is a word", get("abc"), "path", "petId"],
    ["an id beyond int64", get("9223372036854775808"), "path", "petId"],
    ["an id with a slash in it", get("1%2F2"), "path", "petId"],
    ["an id that is not percent-encoded", get("%zz"), "path", "petId"],
    ["no body", { method: "POST", path: "/pets" }, "body", ""],
    ["an empty body", create(""), "body", ""],
    ["a body that is not JSON", create("{name:1}"), "body", ""],
    ["a byte order mark", create('\ufeff{"name":"a","categoryId":1}'), "body", ""],
    ["a missing field", create('{"name":"a"}'), "body", "/categoryId"],
    ["a null", create('{"name":null,"categoryId":1}'), "body", "/name"],
    ["another Content-Type", create('{"name":"a","categoryId":1}', "text/plain"), "content-type", ""],
    ["a body on a GET", { ...create("{}"), method: "GET" }, "body", ""],
  ])("%s", (_, request, part, at) => {
    const { problems, allowed } = findings(request);
    expect(problems).toMatchObject([{ part, at }]);
    expect(allowed).toBe(false);
  });

  test.each([
    ["a body without a Content-Type", '{"name":"a","categoryId":1}', undefined, "content-type", "nothing"],
    ["bytes that are not UTF-8", '"\xff"', "application/json", "body", "bytes that are not UTF-8"],
  ])("%s", (_, text, contentType, part, seen) => {
    const body = { bytes: Buffer.from(text, "latin1"), contentType };
    expect(findings({ method: "POST", path: "/pets", body }).problems).toMatchObject([{ part, seen }]);
  });
});

test.each<[string, ClassifiableRequest, string]>([
  ["a parameter given twice", list(["limit", "1"], ["limit", "2"]), "limit"],
  ["a leading zero in limit", list(["limit", "020"]), "limit"],
  ["a plus sign in limit", list(["limit", "+5"]), "limit"],
  ["an id of zero", get("0"), "petId"],
  ["a negative id", get("-5"), "petId"],
  ["an exponent in an id", get("1e2"), "petId"],
  ["a hexadecimal id", get("0x1"), "petId"],
  ["digits of another script", get("%D9%A1"), "petId"],
  ["a charset beside it", create('{"name":"a","categoryId":1}', "application/json; charset=utf-8"), ""],
  ["the Content-Type in another case", create('{"name":"a","categoryId":1}', "Application/JSON"), ""],
  ["a field that NewPet does not name", create('{"name":"a","categoryId":1,"x":{}}'), "/x"],
  ["an id that the client chose", create('{"id":1,"name":"a","categoryId":1}'), "/id"],
  ["an empty name", create('{"name":"","categoryId":1}'), "/name"],
  ["a blank name", create('{"name":"  ","categoryId":1}'), "/name"],
  ["a name of 65 units", create(`{"name":"${"x".repeat(65)}","categoryId":1}`), "/name"],
  ["a control character", create('{"name":"a\\u0007","categoryId":1}'), "/name"],
  ["NUL", create('{"name":"a\\u0000","categoryId":1}'), "/name"],
  ["a lone surrogate", create('{"name":"a\\ud800","categoryId":1}'), "/name"],
  ["a noncharacter", create('{"name":"a\\uffff","categoryId":1}'), "/name"],
  ["a category of zero", create('{"name":"a","categoryId":0}'), "/categoryId"],
  ["a negative category", create('{"name":"a","categoryId":-1}'), "/categoryId"],
  ["a category beyond 2^53", create(`{"name":"a","categoryId":9007199254740993}`), "/categoryId"],
  ["another spelling of an integer", create('{"name":"a","categoryId":1.0}'), "/categoryId"],
  ["a member given twice", create('{"name":"a","name":"b","categoryId":1}'), "/name"],
])("classify leaves open %s", (_, request, at) => {
  const { problems, open, allowed } = findings(request);
  expect(problems).toEqual([]);
  expect(open).toMatchObject([{ at }]);
  expect(allowed).toBe(false);
});

test.each([
  ["DELETE", "/pets/1"],
  ["HEAD", "/pets"],
  ["GET", "/pets/"],
  ["GET", "/pets/1/toys"],
  ["GET", "/Pets"],
  ["GET", ""],
])("classify finds no operation for %s %s", (method, path) => {
  expect(contract.classify({ method, path })).toEqual({
    operation: undefined,
    findings: { problems: [], open: [], allowed: false },
  });
});

test("what is not recorded of a body leaves open whether the request is allowed, and where it leads is known", () => {
  const gone = new NotRecorded("the request's body");
  expect(contract.classify({ method: "POST", path: "/pets", body: gone })).toEqual({
    operation: "createPet",
    findings: gone,
  });
  const withoutType = { bytes: Buffer.from("{}"), contentType: new NotRecorded("its Content-Type") };
  const { findings } = contract.classify({ method: "POST", path: "/pets", body: withoutType });
  expect(findings).toBe(withoutType.contentType);
  expect(contract.classify({ ...get("1"), body: withoutType }).findings).toMatchObject({ allowed: false });
  expect(contract.classify({ method: "POST", path: "/toys", body: gone }).findings).toMatchObject({
    allowed: false,
  });
});

test("several parameters in a segment are each as short as they may be, in time that does not grow with their number", async () => {
  const names = (count: number) => Array.from({ length: count }, (_, n) => `p${n}`);
  const path = (count: number) => ({
    get: {
      parameters: names(count).map((name) => ({ name, in: "path", required: true, schema: {} })),
      responses: { 200: { description: "" } },
    },
  });
  const many = names(30).map((name) => `{${name}}`);
  const document = {
    ...{ openapi: "3.1.0", info: { title: "a", version: "1" } },
    paths: { "/from-{p0}-to-{p1}.json": path(2), [`/${many.join("")}!`]: path(30) },
  };
  const { classify } = (await described(JSON.stringify(document))).contract;
  const leads = (to: string) => classify({ method: "GET", path: to }).other !== undefined;
  const to = ["/from-a-to-b.json", "/from-a-to-b-to-c.json", `/${"a".repeat(30)}!`];
  expect(to.filter(leads)).toEqual(to);
  const others = ["/from--to-b.json", "/from-a-to-.json", "/from-a-to-b.jso", `/${"a".repeat(29)}!`, "/!"];
  expect([...others, `/${"a".repeat(5000)}?`].filter(leads)).toEqual([]);
});
