import { expect, test } from "vitest";
import { prepare } from "#assembly/assemble.ts";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { RecentSecrets } from "#core/secrets/numbered-secrets.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { consoleReport } from "#report/console/console.ts";
import { formatNames, formats } from "#report/formats/formats.ts";
import { loadCatalogue } from "#suites/catalogue.ts";
import { loadContract } from "#suites/petstore/document.ts";
import { suite } from "#suites/registry.ts";
import { serverOf } from "#testing/proof/bed.ts";
import { plainLook } from "#testing/report/sample-run.ts";
import { rateFields } from "#testing/run/sample-suites.ts";
import { brokenBy, trafficSample } from "#testing/traffic/traffic-sample.ts";
import { exchangeOf } from "./exchange-of.ts";
import { TrafficJudge, type Violation } from "./traffic-judge.ts";
import { reportOfTraffic, trafficReport, violationLines } from "./traffic-report.ts";

const contract = await loadContract();
const requirements = loadCatalogue(contract);
const now = Date.parse("2026-03-04T05:06:07Z");
const given = { contract, suite, requirements, nowMs: now };
const judgeOf = () => new TrafficJudge(given);

const reportOn = (judge: ReturnType<typeof judgeOf>) =>
  reportOfTraffic(
    new Secrets().redact(
      trafficReport({
        prepared: given,
        ...{ target: "https://pets.example/v1", startedAtMs: now, endedAtMs: now, strict: false },
        result: { judged: judge.judged(), files: [] },
      }),
    ),
  );

const key = "Bearer secret-of-a-client";
const json: HeaderLine = ["Content-Type", "application/json"];
const utf8 = (text: string) => new TextEncoder().encode(text);
const bytes = (value: unknown) => utf8(JSON.stringify(value));

function wire(
  target: string,
  status: number,
  body: unknown,
  given: Partial<WireExchange> & { readonly answer?: readonly HeaderLine[] } = {},
): WireExchange {
  const { answer = [json], ...others } = given;
  return {
    method: "GET",
    target,
    headers: [["Authorization", key]],
    body: new Uint8Array(),
    sentAtMs: now,
    endedAtMs: now,
    outcome: {
      kind: "answer",
      status,
      headers: answer,
      body: body === undefined ? undefined : bytes(body),
    },
    ...others,
  };
}

const ids = (exchange: WireExchange) =>
  judgeOf()
    .judge(exchange)
    .map(({ requirement }) => requirement.id);
const createOf = (sent: string) =>
  ({ method: "POST", headers: [["Authorization", key], json], body: utf8(sent) }) as const;
const pet = { id: 1, name: "Rex", categoryId: 2 };
const errorOf = (status: number) => ({ code: "a", message: "b", status });

/** All that is printed of what one exchange broke, and all that is written of everything. */
async function textsOf(judge: ReturnType<typeof judgeOf>, violations: readonly Violation[]) {
  const lines = violations.map((one) => violationLines(one, 80)).join("");
  expect(lines).toMatch(/LIST-1|AUTH-2/);
  const report = reportOn(judge);
  const written = formatNames.map(async (format) =>
    [...(await formats[format].write(report, { strict: false }))].join(""),
  );
  return [lines, consoleReport(report, plainLook), ...(await Promise.all(written))];
}

test("an answer is judged by what it shows alone", () => {
  expect(ids(wire("/pets", 200, [pet]))).toEqual([]);
  expect(ids(wire("/pets", 200, [{ ...pet, id: "1" }]))).toEqual(["LIST-1"]);
  expect(ids(wire("/pets/7", 404, { error: "no" }))).toEqual(["ERR-3"]);
  expect(ids(wire("/pets", 500, errorOf(500)))).toEqual(["HTTP-2"]);
  const create = { method: "POST", body: bytes({ name: "a", categoryId: 1 }) };
  expect(ids(wire("/pets", 201, { id: 1 }, create))).toEqual(["CREATE-2"]);
});

test.each([
  ["CREATE-5", '{"categoryId":1}'],
  ["CREATE-6", '{"name":"a","categoryId":"1"}'],
  ["CREATE-6", '{"name":null,"categoryId":1}'],
  ["CREATE-7", '{"name":"a","categoryId":1,"status":"lost"}'],
  ["CREATE-8", '{"name":"a","categoryId":1.5}'],
  ["CREATE-8", '{"name":"a","categoryId":9223372036854775808}'],
])("%s: a create with %s is not accepted", (id, sent) => {
  const create = createOf(sent);
  expect(ids(wire("/pets", 201, pet, create))).toEqual([id]);
  expect(ids(wire("/pets", 400, errorOf(400), create))).toEqual([]);
  // It may have been refused for another reason.
  expect(ids(wire("/pets", 403, errorOf(403), create))).toEqual([]);
  expect(ids(wire("/pets", 201, pet, { ...create, headers: [["Authorization", key]] }))).toEqual([]);
  expect(ids(wire("/pets", 201, pet, { ...create, body: undefined }))).toEqual([]);
});

test.each(['{"Name":"a","categoryId":1}', '{"name":"a","categoryId":1.00000000000000000001}', "[]", '"{}"'])(
  "a create that a lenient parser accepts is not judged: %s",
  (sent) => {
    expect(ids(wire("/pets", 201, pet, createOf(sent)))).toEqual([]);
  },
);

test("a request without a key is not served, where it is known that it had none", () => {
  const without = { headers: [] };
  expect(ids(wire("/pets", 200, [pet], without))).toEqual(["AUTH-2"]);
  expect(ids(wire("/pets", 401, errorOf(401), without))).not.toContain("AUTH-2");
  expect(ids(wire("/pets", 200, [pet], { headers: [], unrecorded: "authorization" }))).toEqual([]);
  expect(ids(wire("/pets", 200, [pet], { headers: [["Cookie", "id=1"]] }))).toEqual([]);
  expect(ids(wire("/pets?access_token=1", 200, [pet], without))).toEqual([]);
});

test("a key that is refused breaks nothing: only the service knows which is valid", () => {
  const challenge: HeaderLine = ["WWW-Authenticate", "Bearer"];
  expect(ids(wire("/pets", 401, errorOf(401), { answer: [json, challenge] }))).toEqual([]);
});

test("what was not recorded is not judged", () => {
  expect(ids(wire("/pets", 200, undefined))).toEqual([]);
  expect(ids(wire("/elsewhere", 200, "x"))).toEqual([]);
  expect(exchangeOf(wire("/pets", 200, [], { method: "PROPFIND" }), 1)).toBeUndefined();
});

test("the same defect is counted and reported once, and the outcome is that of the musts", () => {
  const judge = judgeOf();
  const exitCode = () => reportOn(judge).exitCode;
  expect(exitCode()).toBe(3);
  judge.judge(wire("/pets", 200, [pet]));
  expect(exitCode()).toBe(0);
  const reported = [1, 2].map(() =>
    judge.judge(wire("/pets", 200, {})).map(({ requirement }) => requirement.id),
  );
  expect(reported).toEqual([["LIST-1"], []]);
  expect(exitCode()).toBe(1);
  const text = consoleReport(reportOn(judge), plainLook);
  expect(text).toContain(
    "✗ 1. LIST-1 list-valid-pets (every answer): expected an array; got an empty object\n",
  );
  expect(text).toContain("  answer: GET /pets → 200 (exchange 2)\n    > {}\n");
  expect(text).toContain("concerns: LIST-1, shown by 2 of 3 answers; more: explain LIST-1\n");
  expect(text).toContain("3 exchanges\n");
});

test("rate-limit headers are due as soon as one answer carries one, in whatever order", () => {
  const rate = Object.entries(rateFields(60, 59, now / 1000 + 60));
  const bare = wire("/pets", 200, []);
  const rated = wire("/pets", 200, [], { answer: [json, ...rate] });
  const broken = (...exchanges: readonly WireExchange[]) => {
    const judge = judgeOf();
    expect(exchanges.flatMap((exchange) => judge.judge(exchange))).toEqual([]);
    return judge
      .judged()
      .verdicts.flatMap((verdict) =>
        verdict.broken > 0 ? [`${verdict.requirement.id} ${verdict.broken}`] : [],
      );
  };
  expect(broken(bare, bare)).toEqual(["RATE-2 1"]);
  expect(broken(bare, rated, bare)).toEqual(["RATE-1 2"]);
  expect(broken(rated)).toEqual([]);
});

test("an operation that the document alone describes is judged by what binds every answer", async () => {
  const prepared = await prepare({ spec: "reference-server/revisions/extension.yaml" });
  const judge = new TrafficJudge({ ...prepared, nowMs: now });
  const refusals = [[json], [json, ["Retry-After", "7"] as const]].map((answer) =>
    wire("/categories", 429, errorOf(429), { answer }),
  );
  for (const refusal of refusals) judge.judge(refusal);
  const shown = judge.judged().verdicts.filter(({ held, broken }) => held + broken > 0);
  const ofPets = shown.filter(({ requirement }) => !requirement.id.startsWith("OP:"));
  expect(ofPets.map(({ requirement: { id }, held, broken }) => [id, held, broken])).toEqual([
    ["HTTP-1", 2, 0],
    ["RATE-12", 1, 1],
  ]);
});

test("a list, or a pet, is judged by what was asked for", () => {
  const sold = { ...pet, status: "sold" };
  const pending = { ...pet, id: 2, status: "pending" };
  expect(ids(wire("/pets?status=sold", 200, [sold]))).toEqual([]);
  expect(ids(wire("/pets?status=sold", 200, [sold, pending]))).toEqual(["STATUS-1"]);
  expect(ids(wire("/pets?limit=1", 200, [pet, pending]))).toEqual(["LIST-4"]);
  expect(ids(wire("/pets/1", 200, pet))).not.toContain("GET-1");
  for (const other of [{ ...pet, id: 2 }, {}]) expect(ids(wire("/pets/1", 200, other))).toContain("GET-1");
});

test("after the day of the removal reads are not judged, whenever the recording is", () => {
  const at = Date.parse("2031-01-01T00:00:00Z");
  expect(ids(wire("/pets/1", 410, {}, { sentAtMs: at, endedAtMs: at }))).toEqual([]);
  expect(ids(wire("/pets/1", 410, {}))).toContain("HTTP-2");
});

test("after that day a read of a listed pet fails DEPR-5, and is judged by nothing else", () => {
  const at = Date.parse("2031-01-01T00:00:00Z");
  const times = { sentAtMs: at, endedAtMs: at };
  const judge = new TrafficJudge({ ...given, nowMs: at });
  expect(judge.judge(wire("/pets", 200, [pet], times))).toEqual([]);
  expect(judge.judge(wire("/pets/1", 200, { ...pet, categoryId: "2" }, times))).toEqual([]);
  const failed = judge.judged().verdicts.filter(({ broken }) => broken > 0);
  const ids = failed.map(({ requirement: { id } }) => id).filter((id) => !id.startsWith("RATE-"));
  expect(ids).toEqual(["DEPR-5"]);
});

test("an answer that broke off fails HTTP-1; a request that got none, or was given up, shows nothing", () => {
  const failed = (kind: "truncated" | "reset" | "aborted", phase: "headers" | "body") =>
    wire("/pets", 200, [pet], { outcome: { kind: "failure", failure: { kind, phase, message: "m" } } });
  expect(ids(failed("truncated", "body"))).toEqual(["HTTP-1"]);
  expect(ids(failed("reset", "body"))).toEqual(["HTTP-1"]);
  const judge = judgeOf();
  for (const exchange of [
    failed("reset", "headers"),
    failed("aborted", "body"),
    wire("/pets", 200, undefined),
  ])
    judge.judge(exchange);
  const found = judge.judged().verdicts.find(({ requirement: { id } }) => id === "HTTP-1");
  expect(found).toMatchObject({ held: 0, broken: 0 });
});

test("what is printed or written holds no credential, and no control character of the target's", async () => {
  const exchange = wire("/pets?limit=5", 200, [{ ...pet, name: 3, id: "secret-of-a-client\u001b[2J" }]);
  const judge = judgeOf();
  const texts = await textsOf(judge, judge.judge(exchange));
  const hidden = ["secret-of-a-client", "\u001b"];
  for (const text of texts) expect(hidden.filter((part) => text.includes(part))).toEqual([]);
  expect(texts.at(formatNames.indexOf("html") - formatNames.length)).toContain("Authorization: Bearer {key}");
});

/** What eight clients send to this server of the bed, and get. */
function sampleOf(id: string, { count = 450, keys = 8, perMinute = 90 } = {}) {
  return Array.fromAsync(trafficSample({ count, keys, perMinute }, serverOf(id)));
}

test.each(["sliding-log", "token-bucket", "sliding-counter"])(
  "%s is permitted, and breaks no must",
  async (id) => {
    expect(brokenBy(await sampleOf(id))).toEqual([]);
  },
);

test.each([
  ["limit-alternates", "RATE-5"],
  ["remaining-jumps-up", "RATE-6", "RATE-8"],
  ["remaining-constant", "RATE-8"],
  ["never-enforced", "RATE-10"],
  ["no-retry-after", "RATE-12"],
  ["no-rate-headers-on-404", "RATE-1"],
  ["filter-ignored", "STATUS-1"],
  ["limit-ignored", "LIST-4"],
  ["clamps-to-110", "LIST-5"],
])("%s is seen in the traffic of its clients", async (id, ...requirements) => {
  const traffic = await sampleOf(id, { keys: 2, perMinute: 400 });
  expect(brokenBy(traffic)).toEqual(requirements);
});

test("what one client sent stands in nothing that is said of the answer to another", async () => {
  const judge = new TrafficJudge({ ...given, recent: new RecentSecrets() });
  judge.judge(wire("/pets", 200, []));
  const id = "secret-of-a-client";
  const violations = judge.judge(wire("/pets?limit=5", 200, [{ ...pet, name: 3, id }], { headers: [] }));
  for (const text of await textsOf(judge, violations)) expect(text).not.toContain(id);
});
