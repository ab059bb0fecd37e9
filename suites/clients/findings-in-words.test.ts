import { expect, test } from "vitest";
import { prepareExam } from "#assembly/exam.ts";
import type { ClientCheck } from "#core/check/clients/client-suite.ts";
import type { ClientExchange, Session } from "#core/check/clients/session.ts";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import { matcherOf } from "#exam/exam-recording.ts";
import { sampleAnswer, sampleRequest, sessionOf } from "#testing/exam/sample-session.ts";
import { checks as credentialChecks } from "./authentication/checks.ts";
import { checks as requestChecks } from "./requests/checks.ts";
import { checks as after429Checks } from "./retry-after/checks.ts";

const key = "b7e4a1c09d3f4f6288e05c1d7a93b64e";
const { contract } = await prepareExam(undefined);

const request = (given: Parameters<typeof sampleRequest>[0]) =>
  sampleRequest({ headers: [["Authorization", `Bearer ${key}`]], ...given });
const session = (situation: string, output: string, ...exchanges: readonly ClientExchange[]) =>
  sessionOf(exchanges, { situation, output });

/** What a check found broken, in words. */
function seen(
  checks: readonly ClientCheck[],
  about: string,
  ...sessions: readonly Session[]
): readonly string[] {
  const evidence = { sessions, contract, key: matcherOf(key), situations: [] };
  return checks
    .filter((check) => check.about === about)
    .flatMap((check) => check.judge(evidence))
    .flatMap((observation) => (observation.kind === "broken" ? [observation.finding.seen] : []));
}

test.each([
  [`"${key}"`, "the key in quotes"],
  [`'${key}'`, "the key in quotes"],
  [`{${key}}`, "the key in brackets"],
  [`${key}:`, "the key in another form, or with more around it"],
  [Buffer.from(key).toString("base64"), "the key in another form, or with more around it"],
  [key.toUpperCase(), "the key in another form, or with more around it"],
  ["b7e4", "another key"],
  ["undefined", "the word undefined in place of the key"],
  [`\${PETSTORE_API_KEY}`, "a placeholder in place of the key"],
  [`Bearer ${key}`, "the scheme Bearer twice"],
])("what is sent in place of the key is named: %s", (token, words) => {
  const headers: readonly HeaderLine[] = [["Authorization", `Bearer ${token}`]];
  expect(seen(credentialChecks, "CLIENT-1", session("plain", "", request({ headers })))).toEqual([
    `GET /pets with ${words}`,
  ]);
});

test.each([
  ['{"pet":{"name":"Rex","categoryId":1}}', "POST /pets with the NewPet in the field `pet`"],
  [
    '{"data":{"attributes":{"name":"Rex","categoryId":1}}}',
    "POST /pets with the NewPet in the field `data.attributes`",
  ],
  ['[{"name":"Rex","categoryId":1}]', "POST /pets with the NewPet in an array"],
  ["{'name':1}", "POST /pets with a body that is not JSON: expected a member name"],
  ['{"categoryId":1}', "POST /pets with missing field `name`"],
  ['{"name":"Rex","categoryId":"1"}', 'POST /pets with the string "1" in /categoryId'],
])("what is wrong with a body is named: %s", (text, words) => {
  const create = request({ method: "POST", text });
  expect(seen(requestChecks, "CLIENT-13", session("plain", "", create))).toContain(words);
});

test.each([
  [Buffer.from('{"name":"Zoë","categoryId":1}', "latin1"), "POST /pets with a body that is not UTF-8"],
  [Buffer.from('{"name":"Rex","categoryId":1}', "utf16le"), "POST /pets with a body that is not UTF-8"],
  [Buffer.from('{"name":"Rex","name":"Rex","categoryId":1}'), "POST /pets with name more than once"],
])("a body that parsers read differently is a NewPet, and is warned of: %s", (body, words) => {
  const create = session("plain", "", request({ method: "POST", body }));
  expect(seen(requestChecks, "CLIENT-13", create)).toEqual([]);
  expect(seen(requestChecks, "CLIENT-26", create)).toEqual([words]);
});

test("a list with a body is named as that, and no create beside it is", () => {
  const create = request({ id: 2, method: "POST", text: '{"name":"Rex","categoryId":1}' });
  const evidence = {
    sessions: [session("plain", "", request({ text: "{}" }), create)],
    ...{ contract, key: matcherOf(key), situations: [] },
  };
  const found = requestChecks
    .filter(({ about }) => about === "CLIENT-13")
    .flatMap(({ judge }) => judge(evidence));
  expect(found).toMatchObject([
    {
      kind: "broken",
      case: { label: "every list and read" },
      finding: { expected: "no body", seen: "GET /pets with a body of 2 bytes" },
    },
    { kind: "held", case: { label: "every create" } },
  ]);
});

test.each([
  ["CLIENT-11", "/pets?limit=500", "GET /pets with limit=500"],
  ["CLIENT-11", "/pets?status=AVAILABLE", "GET /pets with status=AVAILABLE"],
  ["CLIENT-10", "/pets?limit=5&page=2", "GET /pets with the parameter page=2"],
  ["CLIENT-10", "/pets/", "GET /pets/, with an empty id or a slash too many"],
])("what is wrong with a request is named: %s of %s", (about, target, words) => {
  expect(seen(requestChecks, about, session("plain", "", request({ target })))).toEqual([words]);
});

test("a request that came too early is named beside the one that was refused", () => {
  const refused = request({ outcome: sampleAnswer(429, "", [["Retry-After", "2"]]) });
  const early = request({ id: 2, target: "/pets/7", sentAtMs: 500, endedAtMs: 501 });
  const evidence = {
    sessions: [session("retry-seconds", "", refused, early)],
    contract,
    key: matcherOf(key),
  };
  const [found] = after429Checks.flatMap(({ judge }) => judge({ ...evidence, situations: [] }));
  expect(found).toMatchObject({
    kind: "broken",
    finding: {
      expected: "nothing with the key for 2.00 s after the 429 to GET /pets, as Retry-After says",
      seen: "GET /pets/7 after 499 ms",
    },
  });
});

test("of two 429s to requests that were under way together, a client may have read the first alone", () => {
  const outcome = sampleAnswer(429, "", [["Retry-After", "1"]]);
  const first = request({ endedAtMs: 60, outcome });
  const found = (sentAtMs: number, second: Partial<ClientExchange>) => {
    const other = request({ id: 2, target: "/pets/7", connection: 2, endedAtMs: 110, outcome, ...second });
    const again = request({ id: 3, target: "/pets/8", sentAtMs, endedAtMs: sentAtMs + 1 });
    return seen(after429Checks, "CLIENT-4", session("retry-seconds", "", first, other, again));
  };
  expect(found(1_065, {})).toEqual([]);
  expect(found(1_010, {})).toHaveLength(2);
  expect(found(1_065, { sentAtMs: 70 })).toContain("GET /pets/8 after 955 ms");
  expect(found(1_065, { endedAtMs: 500 })).toEqual(["GET /pets/8 after 565 ms"]);
  expect(found(1_065, { connection: 1 })).toEqual(["GET /pets/8 after 955 ms"]);
});

test("a client that gives up after a 429 and prints so is right, whatever its exit code", () => {
  const refused = request({ outcome: sampleAnswer(429, "", [["Retry-After", "2"]]) });
  const plain = session("plain", "limit=20\n3 pets\n", request({}));
  const found = (output: string) =>
    seen(after429Checks, "CLIENT-6", plain, session("retry-seconds", output, refused)).length;
  expect(found("limit=20\n")).toBe(1);
  expect(found("limit=20\nrate limited, come back later\n")).toBe(0);
  expect(found("got 429\n")).toBe(0);
  expect(found("error: could not list the pets\n")).toBe(0);
  expect(found("done with 0 errors\n")).toBe(1);
});
