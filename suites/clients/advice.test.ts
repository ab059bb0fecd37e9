import { expect, test } from "vitest";
import type { ClientExchange, Session } from "../../src/core/check/session.ts";
import type { HeaderLine } from "../../src/core/exchange/exchange.ts";
import { adviceOf } from "./advice.ts";

const answer = (status: number, text = "", headers: readonly HeaderLine[] = []) =>
  ({ kind: "answer", status, headers, body: Buffer.from(text) }) as const;

function request(given: Partial<ClientExchange>): ClientExchange {
  return {
    ...{ id: 1, method: "GET", target: "/pets", sentAtMs: 0, endedAtMs: 1, headers: [] },
    ...{ body: new Uint8Array(), bodyBytes: 0, outcome: answer(200, "[]") },
    ...{ origin: "service", connection: 1, situation: undefined },
    ...given,
  };
}

/** The likely cause of a failure by the last of these requests, beside the first. */
function causeOf(about: string, ...exchanges: readonly ClientExchange[]): string | undefined {
  const end = { kind: "exited", code: 0 } as const;
  const session: Session = { situation: "plain", exchanges, end, endedAtMs: 99_000, requests: 1 };
  const last = exchanges.at(-1) ?? request({});
  return adviceOf(about, last, session, [exchanges[0]?.id ?? 0])?.likelyCause;
}

test.each([
  ["GET", "//pets?limit=5", /ends in a slash/],
  ["GET", "/pets/undefined", /a name that the pet does not have/],
  ["GET", "/pets/", /The id that is put into the path is empty/],
  ["GET", "/pets?limit=5&page=2", /for pages/],
  ["DELETE", "/pets/7", /no way to change or delete/],
  ["GET", "/pets/1,061", /separator between thousands/],
  ["POST", "/pets/", /slash at its end/],
  ["POST", "/pets?name=Rex", /parameters of the query/],
  ["GET", "/pets/findByStatus?status=sold", /that of another interface/],
  ["GET", "/pets?status[]=sold", /brackets/],
  ["GET", "/animals", undefined],
])("of %s %s, CLIENT-10 says what was meant", (method, target, words) => {
  const cause = causeOf("CLIENT-10", request({ method, target }));
  if (words === undefined) expect(cause).toBeUndefined();
  else expect(cause).toMatch(words);
});

test.each([
  ["status=", /no value/],
  ["status=undefined", /no value/],
  ["limit=NaN", /no value/],
  ["status=available,sold", /Several statuses/],
  ["status=all", /no filter/],
  ["limit=500", undefined],
])("of %s, CLIENT-11 says why it is sent", (query, words) => {
  const cause = causeOf("CLIENT-11", request({ target: `/pets?${query}` }));
  if (words === undefined) expect(cause).toBeUndefined();
  else expect(cause).toMatch(words);
});

test.each([
  ["GET", "{}", /has no body/],
  ["POST", '"{\\"name\\":\\"Rex\\"}"', /twice/],
  ["POST", "name=Rex&categoryId=1", /form/],
  ["POST", '{"name":"Rex","category_id":1}', /another convention/],
  ["POST", "{'name': 'Rex', 'categoryId': 1}", /own text for an object/],
  ["POST", '{"name":"Rex","categoryId":NaN}', /that JSON does not have/],
  ["POST", '\uFEFF{"name":"Rex","categoryId":1}', /byte order mark/],
  ["POST", '{"name":"Rex","categoryId":1,"status":"SOLD"}', /name of a constant/],
  ["POST", '{"name":"Rex","categoryId":1,"status":""}', /empty string/],
  ["POST", '{"name":"Rex","categoryId":"1"}', undefined],
])("of %s with %s, CLIENT-13 says how it came about", (method, text, words) => {
  const cause = causeOf("CLIENT-13", request({ method, body: Buffer.from(text) }));
  if (words === undefined) expect(cause).toBeUndefined();
  else expect(cause).toMatch(words);
});

test("a body in Latin-1 is named so", () => {
  const body = Buffer.from('{"name":"Zoë","categoryId":1}', "latin1");
  expect(causeOf("CLIENT-13", request({ method: "POST", body }))).toMatch(/Latin-1/);
});

test("an id of 32 bits is distinguished from a rounded one", () => {
  const list = request({ outcome: answer(200, '[{"id":9007199254740993,"name":"Rex","categoryId":1}]') });
  const read = (id: string) => request({ id: 2, target: `/pets/${id}`, sentAtMs: 5, endedAtMs: 6 });
  expect(causeOf("CLIENT-12", list, read("1"))).toMatch(/32-bit/);
  expect(causeOf("CLIENT-12", list, read("9007199254740993.0"))).toMatch(/floating-point/);
  expect(causeOf("CLIENT-12", list, read("9007199254740992"))).toBeUndefined();
});

const refused = (id: number, endedAtMs: number, seconds: number, body = '{"code":"slow"}') =>
  request({
    id,
    sentAtMs: endedAtMs - 1,
    endedAtMs,
    outcome: answer(429, body, [["Retry-After", `${seconds}`]]),
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
  expect(causeOf("CLIENT-6", first, at(2, 50, "/pets/7"))).toBeUndefined();
});

test.each([
  [2, /Another task/],
  [1, /sends another request before it tries/],
])("of a request on connection %i during the wait, CLIENT-4 says whose it is", (connection, words) => {
  const end = { kind: "exited", code: 0 } as const;
  const early = { ...at(2, 50, "/pets/7"), connection };
  const exchanges = [refused(1, 0, 2), early, at(3, 2_000)];
  const session: Session = { situation: "burst", exchanges, end, endedAtMs: 9_000, requests: 3 };
  expect(adviceOf("CLIENT-4", early, session, [1])?.likelyCause).toMatch(words);
});

test.each([
  ["CLIENT-1", { headers: [] }, /Further tries differ/],
  ["CLIENT-13", { body: new Uint8Array(), bodyBytes: 0 }, /read the body to its end/],
  ["CLIENT-14", {}, undefined],
])("of a further try that lost a part, %s says so", (about, lost, words) => {
  const first = request({
    ...{ method: "POST", headers: [["Authorization", "Bearer k"]], body: Buffer.from("{}"), bodyBytes: 2 },
    outcome: answer(429),
  });
  const cause = causeOf(about, first, { ...first, id: 2, sentAtMs: 1_000, endedAtMs: 1_001, ...lost });
  if (words === undefined) expect(cause).toBeUndefined();
  else expect(cause).toMatch(words);
});

test("of an empty id after a create whose answer was cut, CLIENT-10 names the lost connection", () => {
  const failure = { kind: "reset", phase: "body", message: "reset" } as const;
  const create = request({ method: "POST", outcome: { kind: "failure", failure } });
  const read = request({ id: 2, target: "/pets/", sentAtMs: 5, endedAtMs: 6 });
  expect(causeOf("CLIENT-10", create, read)).toMatch(/connection was lost/);
});

test("of a create without a category after a 404, CLIENT-13 names the 404", () => {
  const read = request({ target: "/pets/7", outcome: answer(404) });
  const body = Buffer.from('{"name":"Rex","categoryId":null}');
  const create = request({ id: 2, method: "POST", body, bodyBytes: body.length, sentAtMs: 5, endedAtMs: 6 });
  expect(causeOf("CLIENT-13", read, create)).toMatch(/GET \/pets\/7 before it was answered 404/);
});

test("where the first 429 is obeyed and the second is not, CLIENT-4 says so", () => {
  const end = { kind: "exited", code: 0 } as const;
  const early = at(3, 1_120);
  const exchanges = [refused(1, 0, 1), refused(2, 1_100, 1), early];
  const session: Session = { situation: "retry-twice", exchanges, end, endedAtMs: 9_000, requests: 3 };
  expect(adviceOf("CLIENT-4", early, session, [2])?.likelyCause).toMatch(/Only the first 429/);
});
