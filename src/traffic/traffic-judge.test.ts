import { expect, test } from "vitest";
import { loadCatalogue } from "../../suites/catalogue.ts";
import { suites } from "../../suites/registry.ts";
import { loadContract } from "../contract/load.ts";
import type { HeaderLine } from "../exchange/exchange.ts";
import { defaultOptions } from "../run/options.ts";
import { makeSetting } from "../run/setting.ts";
import { createSecrets } from "../secrets/secrets.ts";
import { credentialsIn } from "./credentials.ts";
import { exchangeOf, type ForeignExchange } from "./foreign-exchange.ts";
import { exitCodeOf, trafficSummary, violationLines } from "./traffic-in-words.ts";
import { createTrafficJudge } from "./traffic-judge.ts";

const contract = await loadContract();
const requirements = loadCatalogue(contract);
const now = Date.parse("2026-03-04T05:06:07Z");
const drawn = { ...defaultOptions, seed: 1, runId: "" };
const setting = makeSetting(drawn, contract, new URL("https://pets.example/v1"), now, false, undefined);
const judgeOf = () => createTrafficJudge({ contract, suites, requirements, setting });

const key = "Bearer secret-of-a-client";
const json: HeaderLine = ["Content-Type", "application/json"];
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

function foreign(
  target: string,
  status: number,
  body: unknown,
  given: Partial<ForeignExchange> & { readonly answer?: readonly HeaderLine[] } = {},
): ForeignExchange {
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

const ids = (exchange: ForeignExchange) =>
  judgeOf()
    .judge(exchange)
    .map(({ requirement }) => requirement.id);
const pet = { id: 1, name: "Rex", categoryId: 2 };

test("an answer is judged by what it shows alone", () => {
  expect(ids(foreign("/pets", 200, [pet]))).toEqual([]);
  expect(ids(foreign("/pets", 200, [{ ...pet, id: "1" }]))).toEqual(["LIST-1"]);
  expect(ids(foreign("/pets/7", 404, { error: "no" }))).toEqual(["ERR-3"]);
  expect(ids(foreign("/pets", 500, { code: "a", message: "b", status: 500 }))).toEqual(["HTTP-2"]);
  const create = { method: "POST", body: bytes({ name: "a", categoryId: 1 }) };
  expect(ids(foreign("/pets", 201, { id: 1 }, create))).toEqual(["CREATE-2"]);
});

test("a key that is refused breaks nothing: only the service knows which is valid", () => {
  const challenge: HeaderLine = ["WWW-Authenticate", "Bearer"];
  const refusal = { code: "a", message: "b", status: 401 };
  expect(ids(foreign("/pets", 401, refusal, { answer: [json, challenge] }))).toEqual([]);
});

test("what was not recorded is not judged", () => {
  expect(ids(foreign("/pets", 200, undefined))).toEqual([]);
  expect(ids(foreign("/elsewhere", 200, "x"))).toEqual([]);
  expect(exchangeOf(foreign("/pets", 200, [], { method: "DELETE" }), 1)).toBeUndefined();
});

test("the same defect is counted, and the outcome is that of the musts", () => {
  const judge = judgeOf();
  expect(exitCodeOf(judge.verdicts())).toBe(3);
  judge.judge(foreign("/pets", 200, [pet]));
  expect(exitCodeOf(judge.verdicts())).toBe(0);
  const nths = [1, 2].map(() => judge.judge(foreign("/pets", 200, {})).map(({ nth }) => nth));
  expect(nths).toEqual([[1], [2]]);
  expect(exitCodeOf(judge.verdicts())).toBe(1);
  const text = trafficSummary(judge.verdicts(), judge.seen, 80);
  expect(text).toContain("✗ LIST-1 list-valid-pets: 2 of 3 answers broke it\n");
  expect(text).toContain("3 exchanges passed\n");
});

test("what is printed holds no credential, and no control character of the target's", () => {
  const exchange = foreign("/pets?limit=5", 200, [{ ...pet, name: 3, id: "secret-of-a-client\u001b[2J" }]);
  const secrets = createSecrets(...credentialsIn(exchange));
  const text = judgeOf()
    .judge(exchange)
    .map((violation) => violationLines(secrets.redact(violation), 80))
    .join("");
  expect(text).toContain("LIST-1");
  expect(text).not.toContain("secret-of-a-client");
  expect(text).not.toContain("\u001b");
});
