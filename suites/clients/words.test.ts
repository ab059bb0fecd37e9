import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { prepareExam } from "#assembly/exam.ts";
import type { ClientExchange, Session } from "#core/check/clients/session.ts";
import { matcherOf } from "#exam/exam-recording.ts";
import catalogue from "#suites/catalogue.json" with { type: "json" };
import { clientSuite } from "#suites/client-registry.ts";
import { sampleRequest as request, sampleAnswer, sessionOf } from "#testing/exam/sample-session.ts";

const { advice: adviceOf } = clientSuite;

/** The likely cause of a failure by the last of these requests, beside the first. */
function causeOf(about: string, ...exchanges: readonly ClientExchange[]): string | undefined {
  const last = exchanges.at(-1) ?? request();
  return adviceOf(about, last, sessionOf(exchanges, { situation: "plain" }), [exchanges[0]?.id ?? 0])
    ?.likelyCause;
}

test("every mistake that has words is one that a request may give away", () => {
  const code = readFileSync(join(import.meta.dirname, "mistakes.ts"), "utf8");
  const worded = Object.values(catalogue.requirements)
    .flat()
    .flatMap((entry) => ("mistakes" in entry ? Object.keys(entry.mistakes) : []));
  expect(worded.length).toBeGreaterThan(0);
  expect(worded.filter((name) => !code.includes(`"${name}"`))).toEqual([]);
});

test.each([
  ["CLIENT-10", "GET", "//pets?limit=5", "", /ends in a slash/],
  ["CLIENT-10", "GET", "../pets?limit=5", "", /begins with a slash replaces/],
  ["CLIENT-10", "GET", "/pets/undefined", "", /a name that the pet does not have/],
  ["CLIENT-10", "GET", "/pets?limit=5&page=2", "", /for pages/],
  ["CLIENT-10", "GET", "/pets/findByStatus?status=sold", "", /that of another interface/],
  ["CLIENT-10", "GET", "/animals", "", undefined],
  ["CLIENT-13", "POST", "/pets", '"{\\"name\\":\\"Rex\\"}"', /twice/],
  ["CLIENT-13", "POST", "/pets", "name=Rex&categoryId=1", /form/],
  ["CLIENT-13", "POST", "/pets", '{"name":"Rex","category_id":1}', /another convention/],
  ["CLIENT-13", "POST", "/pets", "{'name': 'Rex', 'categoryId': 1}", /own text for an object/],
  ["CLIENT-13", "POST", "/pets", '{"name":"Rex","categoryId":1,}', /put together as text/],
  ["CLIENT-13", "POST", "/pets", '{"name":"Rex","categoryId":"1"}', undefined],
])("%s says why a client sends %s %s %s", (about, method, target, text, words) => {
  expect(causeOf(about, request({ method, target, text })) ?? "none").toMatch(words ?? /^none$/);
});

const refused = (id: number, endedAtMs: number, seconds: number, body = '{"code":"slow"}') =>
  request({
    id,
    sentAtMs: endedAtMs - 1,
    endedAtMs,
    outcome: sampleAnswer(429, body, [["Retry-After", `${seconds}`]]),
  });
const at = (id: number, sentAtMs: number, target = "/pets") =>
  request({ id, sentAtMs, endedAtMs: sentAtMs + 1, target });

test.each([
  ["CLIENT-4", refused(1, 0, 2), at(2, 50, "/pets/7"), /goes on with its next request/],
  ["CLIENT-4", refused(1, 0, 32), at(2, 8_000), /client's upper bound/],
  ["CLIENT-4", refused(1, 0, 2, "<p>"), at(2, 500), /parsing it fails first/],
  ["CLIENT-4", refused(1, 0, 2), at(2, 20), /comes at once/],
  ["CLIENT-4", refused(1, 0, 2), at(2, 500), undefined],
  ["CLIENT-4", refused(1, 0, 2), at(2, 1_800), /a little before the time/],
  ["CLIENT-5", refused(1, 0, 2), at(2, 20), /time in the past/],
  ["CLIENT-7", refused(1, 0, 2), at(2, 50, "/pets/7"), /goes on with its next request/],
  ["CLIENT-6", refused(1, 0, 2), at(2, 50, "/pets/7"), undefined],
])("%s says why a request came too early", (about, first, early, words) => {
  expect(causeOf(about, first, early) ?? "none").toMatch(words ?? /^none$/);
});

test.each([
  [60, /Another task/],
  [1, /sends another request before it tries/],
])("of a request during the wait, beside one that took %i ms, CLIENT-4 says whose it is", (tookMs, words) => {
  const early = { ...at(3, 1_050, "/pets/7"), connection: 2 };
  const other = { ...at(1, 0, "/pets/8"), endedAtMs: tookMs, connection: 2 };
  const session = sessionOf([other, refused(2, 10, 2), early, at(4, 3_000)], { situation: "burst" });
  expect(adviceOf("CLIENT-4", early, session, [2])?.likelyCause).toMatch(words);
});

describe("findings in words", async () => {
  const key = "b7e4a1c09d3f4f6288e05c1d7a93b64e";
  const { contract } = await prepareExam(undefined);

  type Given = Parameters<typeof request>[0];
  const withKey = (given: Given) => request({ headers: [["Authorization", `Bearer ${key}`]], ...given });
  const session = (situation: string, output: string, ...exchanges: readonly ClientExchange[]) =>
    sessionOf(exchanges, { situation, output });

  const observed = (about: string, ...sessions: readonly Session[]) =>
    clientSuite.checks
      .filter((check) => check.about === about)
      .flatMap(({ judge }) => judge({ sessions, contract, key: matcherOf(key), situations: [] }));

  /** What is broken of a requirement, in words. */
  const seen = (...of: Parameters<typeof observed>): readonly string[] =>
    observed(...of).flatMap((one) => (one.kind === "broken" ? [one.finding.seen] : []));

  const keyAs = (token: string): Given => ({ headers: [["Authorization", `Bearer ${token}`]] });
  const create = (text: string): Given => ({ method: "POST", text });
  const otherForm = "GET /pets with the key in another form, or with more around it";

  test.each<readonly [about: string, Given, words: string]>([
    ["CLIENT-1", keyAs(`"${key}"`), "GET /pets with the key in quotes"],
    ["CLIENT-1", keyAs(`'${key}'`), "GET /pets with the key in quotes"],
    ["CLIENT-1", keyAs(`{${key}}`), "GET /pets with the key in brackets"],
    ["CLIENT-1", keyAs(`${key}:`), otherForm],
    ["CLIENT-1", keyAs(Buffer.from(key).toString("base64")), otherForm],
    ["CLIENT-1", keyAs(key.toUpperCase()), otherForm],
    ["CLIENT-1", keyAs("b7e4"), "GET /pets with another key"],
    ["CLIENT-1", keyAs("undefined"), "GET /pets with the word undefined in place of the key"],
    ["CLIENT-1", keyAs(`\${PETSTORE_API_KEY}`), "GET /pets with a placeholder in place of the key"],
    ["CLIENT-1", keyAs(`Bearer ${key}`), "GET /pets with the scheme Bearer twice"],
    ["CLIENT-10", { target: "/pets?limit=5&page=2" }, "GET /pets with the parameter page=2"],
    ["CLIENT-10", { target: "/pets/" }, "GET /pets/, with an empty id or a slash too many"],
    ["CLIENT-11", { target: "/pets?limit=500" }, "GET /pets with limit=500"],
    ["CLIENT-11", { target: "/pets?status=AVAILABLE" }, "GET /pets with status=AVAILABLE"],
    [
      "CLIENT-13",
      create('{"pet":{"name":"Rex","categoryId":1}}'),
      "POST /pets with the NewPet in the field `pet`",
    ],
    [
      "CLIENT-13",
      create('{"data":{"attributes":{"name":"Rex","categoryId":1}}}'),
      "POST /pets with the NewPet in the field `data.attributes`",
    ],
    ["CLIENT-13", create('[{"name":"Rex","categoryId":1}]'), "POST /pets with the NewPet in an array"],
    ["CLIENT-13", create("{'name':1}"), "POST /pets with a body that is not JSON: expected a member name"],
    ["CLIENT-13", create('{"categoryId":1}'), "POST /pets with missing field `name`"],
    ["CLIENT-13", create('{"name":"Rex","categoryId":"1"}'), 'POST /pets with the string "1" in /categoryId'],
  ])("%s names what is wrong with a request: %j", (about, given, words) => {
    expect(seen(about, session("plain", "", withKey(given)))).toEqual([words]);
  });

  test.each([
    [Buffer.from('{"name":"Zoë","categoryId":1}', "latin1"), "POST /pets with a body that is not UTF-8"],
    [Buffer.from('{"name":"Rex","categoryId":1}', "utf16le"), "POST /pets with a body that is not UTF-8"],
    [Buffer.from('{"name":"Rex","name":"Rex","categoryId":1}'), "POST /pets with name more than once"],
  ])("a body that parsers read differently is a NewPet, and is warned of: %s", (body, words) => {
    const create = session("plain", "", withKey({ method: "POST", body }));
    expect(seen("CLIENT-13", create)).toEqual([]);
    expect(seen("CLIENT-26", create)).toEqual([words]);
  });

  test("a list with a body is named as that, and no create beside it is", () => {
    const create = withKey({ id: 2, method: "POST", text: '{"name":"Rex","categoryId":1}' });
    const all = session("plain", "", withKey({ text: "{}" }), create);
    expect(observed("CLIENT-13", all)).toMatchObject([
      {
        kind: "broken",
        case: { label: "every list and read" },
        finding: { expected: "no body", seen: "GET /pets with a body of 2 bytes" },
      },
      { kind: "held", case: { label: "every create" } },
    ]);
  });

  test("a request that came too early is named beside the one that was refused", () => {
    const refused = withKey({ outcome: sampleAnswer(429, "", [["Retry-After", "2"]]) });
    const early = withKey({ id: 2, target: "/pets/7", sentAtMs: 500, endedAtMs: 501 });
    const all = session("retry-seconds", "", refused, early);
    const expected = "nothing with the key for 2.00 s after the 429 to GET /pets, as Retry-After says";
    expect(observed("CLIENT-4", all)).toMatchObject([
      { kind: "broken", finding: { expected, seen: "GET /pets/7 after 499 ms" } },
    ]);
  });

  test("Retry-After on another status, and Remaining 0, hold nothing back", () => {
    const answers = [
      sampleAnswer(503, "", [["Retry-After", "30"]]),
      sampleAnswer(200, "[]", [["X-RateLimit-Remaining", "0"]]),
    ];
    const requests = answers.map((outcome, n) =>
      withKey({ id: n + 1, sentAtMs: n * 500, endedAtMs: n * 500 + 1, outcome }),
    );
    const next = withKey({ id: 3, sentAtMs: 510, endedAtMs: 511 });
    const hasty = session("plain", "", ...requests, next);
    expect(["CLIENT-4", "CLIENT-5", "CLIENT-6"].flatMap((about) => seen(about, hasty))).toEqual([]);
  });

  test("of two 429s to requests that were under way together, a client may have read the first alone", () => {
    const outcome = sampleAnswer(429, "", [["Retry-After", "1"]]);
    const first = withKey({ endedAtMs: 60, outcome });
    const found = (sentAtMs: number, second: Partial<ClientExchange>) => {
      const other = withKey({ id: 2, target: "/pets/7", connection: 2, endedAtMs: 110, outcome, ...second });
      const again = withKey({ id: 3, target: "/pets/8", sentAtMs, endedAtMs: sentAtMs + 1 });
      return seen("CLIENT-4", session("retry-seconds", "", first, other, again));
    };
    expect(found(1_065, {})).toEqual([]);
    expect(found(1_010, {})).toHaveLength(2);
    expect(found(1_065, { sentAtMs: 70 })).toContain("GET /pets/8 after 955 ms");
    expect(found(1_065, { endedAtMs: 500 })).toEqual(["GET /pets/8 after 565 ms"]);
    expect(found(1_065, { connection: 1 })).toEqual(["GET /pets/8 after 955 ms"]);
  });

  test("a client that gives up after a 429 and prints so is right, whatever its exit code", () => {
    const refused = withKey({ outcome: sampleAnswer(429, "", [["Retry-After", "2"]]) });
    const plain = session("plain", "limit=20\n3 pets\n", withKey({}));
    const found = (output: string) =>
      seen("CLIENT-6", plain, session("retry-seconds", output, refused)).length;
    expect(found("limit=20\n")).toBe(1);
    expect(found("limit=20\nrate limited, come back later\n")).toBe(0);
    expect(found("got 429\n")).toBe(0);
    expect(found("error: could not list the pets\n")).toBe(0);
    expect(found("done with 0 errors\n")).toBe(1);
  });
});
