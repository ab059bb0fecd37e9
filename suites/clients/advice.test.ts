import { expect, test } from "vitest";
import type { ClientExchange } from "#core/check/clients/session.ts";
import { sampleRequest as request, sampleAnswer, sessionOf } from "#testing/exam/sample-session.ts";
import { adviceOf } from "./advice.ts";

/** The likely cause of a failure by the last of these requests, beside the first. */
function causeOf(about: string, ...exchanges: readonly ClientExchange[]): string | undefined {
  const last = exchanges.at(-1) ?? request();
  return adviceOf(about, last, sessionOf(exchanges, { situation: "plain" }), [exchanges[0]?.id ?? 0])
    ?.likelyCause;
}

test.each([
  ["CLIENT-10", "GET", "//pets?limit=5", "", /ends in a slash/],
  ["CLIENT-10", "GET", "../pets?limit=5", "", /begins with a slash replaces/],
  ["CLIENT-10", "GET", "/pets?access_token=k", "", /The key is sent as a parameter/],
  ["CLIENT-10", "GET", "/pets/undefined", "", /a name that the pet does not have/],
  ["CLIENT-10", "GET", "/pets/", "", /The id that is put into the path is empty/],
  ["CLIENT-10", "GET", "/pets?limit=5&page=2", "", /for pages/],
  ["CLIENT-10", "DELETE", "/pets/7", "", /no way to change or delete/],
  ["CLIENT-10", "GET", "/pets/1,061", "", /separator between thousands/],
  ["CLIENT-10", "POST", "/pets/", "", /slash at its end/],
  ["CLIENT-10", "POST", "/pets?name=Rex", "", /parameters of the query/],
  ["CLIENT-10", "GET", "/pets/findByStatus?status=sold", "", /that of another interface/],
  ["CLIENT-10", "GET", "/pets?status[]=sold", "", /brackets/],
  ["CLIENT-10", "GET", "/animals", "", undefined],
  ["CLIENT-10", "get", "/pets", "", /written as get/],
  ["CLIENT-11", "GET", "/pets?status=", "", /no value/],
  ["CLIENT-11", "GET", "/pets?status=undefined", "", /no value/],
  ["CLIENT-11", "GET", "/pets?limit=NaN", "", /no value/],
  ["CLIENT-11", "GET", "/pets?status=available,sold", "", /Several statuses/],
  ["CLIENT-11", "GET", "/pets?status=all", "", /no filter/],
  ["CLIENT-11", "GET", "/pets?limit=500", "", undefined],
  ["CLIENT-13", "GET", "/pets", "{}", /has no body/],
  ["CLIENT-13", "POST", "/pets", '"{\\"name\\":\\"Rex\\"}"', /twice/],
  ["CLIENT-13", "POST", "/pets", "name=Rex&categoryId=1", /form/],
  ["CLIENT-13", "POST", "/pets", '{"name":"Rex","category_id":1}', /another convention/],
  ["CLIENT-13", "POST", "/pets", "{'name': 'Rex', 'categoryId': 1}", /own text for an object/],
  ["CLIENT-13", "POST", "/pets", '{"name":"Rex","categoryId":NaN}', /that JSON does not have/],
  ["CLIENT-13", "POST", "/pets", '\uFEFF{"name":"Rex","categoryId":1}', /byte order mark/],
  ["CLIENT-13", "POST", "/pets", '{"name":"Rex","categoryId":1,"status":"SOLD"}', /name of a constant/],
  ["CLIENT-13", "POST", "/pets", '{"name":"Rex","categoryId":1,"status":""}', /empty string/],
  ["CLIENT-13", "POST", "/pets", '{"name":2024,"categoryId":1}', /text of digits/],
  ["CLIENT-13", "POST", "/pets", '{"name":"Rex","categoryId":1,}', /put together as text/],
  ["CLIENT-13", "POST", "/pets", '{"name":"Rex","categoryId":"1"}', undefined],
  ["CLIENT-10", "GET", "/pets?limit=5&amp;status=sold", "", /escaped as for an HTML page/],
  ["CLIENT-12", "GET", "/pets/00001061", "", /padded with zeros/],
])("%s says why a client sends %s %s %s", (about, method, target, text, words) => {
  expect(causeOf(about, request({ method, target, text })) ?? "none").toMatch(words ?? /^none$/);
});

test("a body in Latin-1 is named so", () => {
  const body = Buffer.from('{"name":"Zoë","categoryId":1}', "latin1");
  expect(causeOf("CLIENT-26", request({ method: "POST", body }))).toMatch(/Latin-1/);
});

test("an id of 32 bits is distinguished from a rounded one", () => {
  const list = request({
    outcome: sampleAnswer(200, '[{"id":9007199254740993,"name":"Rex","categoryId":1}]'),
  });
  const read = (id: string) => request({ id: 2, target: `/pets/${id}`, sentAtMs: 5, endedAtMs: 6 });
  expect(causeOf("CLIENT-12", list, read("1"))).toMatch(/32-bit/);
  expect(causeOf("CLIENT-12", list, read("9007199254740993.0"))).toMatch(/floating-point/);
  expect(causeOf("CLIENT-12", list, read("9007199254"))).toMatch(/cut to a fixed length/);
  expect(causeOf("CLIENT-12", list, read("9007199254740992"))).toBeUndefined();
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

test("of a request that came too early, CLIENT-4 says why", () => {
  const first = refused(1, 0, 2);
  expect(causeOf("CLIENT-4", first, at(2, 50, "/pets/7"))).toMatch(/goes on with its next request/);
  expect(causeOf("CLIENT-4", refused(1, 0, 32), at(2, 8_000))).toMatch(/longer than some 8.00 s/);
  expect(causeOf("CLIENT-4", refused(1, 0, 2, "<p>"), at(2, 500))).toMatch(/parsing it fails first/);
  expect(causeOf("CLIENT-4", first, at(2, 20))).toMatch(/comes at once/);
  expect(causeOf("CLIENT-5", first, at(2, 20))).toMatch(/time in the past/);
  expect(causeOf("CLIENT-4", first, at(2, 500))).toBeUndefined();
  expect(causeOf("CLIENT-4", first, at(2, 1_800))).toMatch(/a little before the time/);
  expect(causeOf("CLIENT-7", first, at(2, 50, "/pets/7"))).toMatch(/goes on with its next request/);
  expect(causeOf("CLIENT-6", first, at(2, 50, "/pets/7"))).toBeUndefined();
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

test.each([
  ["CLIENT-1", { headers: [] }, /Further tries differ/],
  ["CLIENT-13", { body: new Uint8Array(), bodyBytes: 0 }, /read the body to its end/],
  ["CLIENT-14", {}, undefined],
])("of a further try that lost a part, %s says so", (about, lost, words) => {
  const first = request({
    ...{ method: "POST", headers: [["Authorization", "Bearer k"]], body: Buffer.from("{}"), bodyBytes: 2 },
    outcome: sampleAnswer(429),
  });
  const cause = causeOf(about, first, { ...first, id: 2, sentAtMs: 1_000, endedAtMs: 1_001, ...lost });
  expect(cause ?? "none").toMatch(words ?? /^none$/);
});

test("of an empty id after a create whose answer was cut, CLIENT-10 names the lost connection", () => {
  const failure = { kind: "reset", phase: "body", message: "reset" } as const;
  const create = request({ method: "POST", outcome: { kind: "failure", failure } });
  const read = request({ id: 2, target: "/pets/", sentAtMs: 5, endedAtMs: 6 });
  expect(causeOf("CLIENT-10", create, read)).toMatch(/connection was lost/);
});

test("of a create without a category after a 404, CLIENT-13 names the 404", () => {
  const read = request({ target: "/pets/7", outcome: sampleAnswer(404) });
  const body = Buffer.from('{"name":"Rex","categoryId":null}');
  const create = request({ id: 2, method: "POST", body, bodyBytes: body.length, sentAtMs: 5, endedAtMs: 6 });
  expect(causeOf("CLIENT-13", read, create)).toMatch(/GET \/pets\/7 before it was answered 404/);
});

test("where the first 429 is obeyed and the second is not, CLIENT-4 says so", () => {
  const early = at(3, 1_120);
  const session = sessionOf([refused(1, 0, 1), refused(2, 1_100, 1), early], { situation: "retry-twice" });
  expect(adviceOf("CLIENT-4", early, session, [2])?.likelyCause).toMatch(/Only the first 429/);
});

test("of tries of which every second comes at once, CLIENT-23 names two layers", () => {
  const tries = (...atMs: readonly number[]) =>
    atMs.map((sentAtMs, n) =>
      request({ id: n + 1, sentAtMs, endedAtMs: sentAtMs + 1, outcome: sampleAnswer(503) }),
    );
  expect(causeOf("CLIENT-23", ...tries(0, 5, 500, 504, 1_500, 1_503))).toMatch(/Two layers/);
  expect(causeOf("CLIENT-23", ...tries(0, 500, 1_000, 1_500))).toBeUndefined();
});

test("of a client that still waits for a date when its time is up, CLIENT-6 names the time zone", () => {
  const session = sessionOf([refused(1, 0, 2)], {
    ...{ situation: "retry-date", end: { kind: "ended", why: "hangs" }, endedAtMs: 60_000 },
  });
  expect(adviceOf("CLIENT-6", refused(1, 0, 2), session, [1])?.likelyCause).toMatch(/time zone/);
});

test("of a read with the body of a create, CLIENT-13 names the handle that is kept", () => {
  const create = request({ method: "POST", text: '{"name":"Rex"}' });
  expect(causeOf("CLIENT-13", create, request({ id: 2, text: '{"name":"Rex"}' }))).toMatch(/handle/);
});
