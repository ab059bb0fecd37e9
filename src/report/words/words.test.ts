import { expect, test } from "vitest";
import { parse } from "yaml";
import type { RootCause } from "#core/check/results/cause.ts";
import { inBody, inHeader, inStatus, type Verdict, type VerdictKind } from "#core/check/results/verdict.ts";
import type { Created, Rounds } from "#core/run/result.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { said, saidWords, sampleCause, sampleRun, sampleVerdict } from "#testing/report/sample-run.ts";
import { textOf } from "#testing/source-files.ts";
import { wireView } from "../curl.ts";
import { createdInWords } from "../run-report.ts";
import { answerExcerpt } from "./answer-excerpt.ts";
import { causeRemedy, causeSentence } from "./cause-in-words.ts";
import { triedInWords } from "./defect-in-words.ts";
import { differenceInWords, missedInWords, placeInWords, roundsInWords } from "./sentences.ts";
import { whyInWords } from "./why-in-words.ts";

test.each([
  [inBody("/36/categoryId"), "item 36, field `categoryId`"],
  [inBody("/code"), "field `code`"],
  [inBody("/a~1b~0c"), "field `a/b~c`"],
  [inBody("/100"), "item 100"],
  [inBody(), "the body"],
  [inHeader("X-RateLimit-Reset"), "header X-RateLimit-Reset"],
  [inStatus, "status"],
])("%j reads %s", (place, words) => {
  expect(placeInWords(place)).toBe(words);
});

function excerptOf(body: string, place = inBody()): readonly string[] {
  return answerExcerpt(wireView(sampleExchange({ body })), place).map(({ text }) => text);
}

test("of a body that stops being JSON, the place is shown where it does", () => {
  const [what, shown] = excerptOf(`[${'{"id":1,"name":"Rex"},'.repeat(20)}{"id":2,"status":NaN}]`);
  expect(what).toBe("not JSON from character 459 on: expected a value");
  expect(shown).toMatch(/^….*"status":NaN\}\]$/);
});

test("of a long object that lacks a field, all names are shown", () => {
  const place = inBody("/0/categoryId");
  const pet = (name: string) => `[{"id":1,"name":"${name}","category":{"id":7}}]`;
  expect(excerptOf(pet("Rex"), place).at(-1)).toBe("(no field `categoryId`)");
  expect(excerptOf(pet("x".repeat(80)), place).at(-1)).toBe(
    "(no field `categoryId`; it has id, name, category)",
  );
});

test("a break near the beginning is shown from there, and what is no JSON at all as it is", () => {
  expect(excerptOf('{"a":x}').at(-1)).toBe('{"a":x}');
  expect(excerptOf("<html>")).toEqual(["<html>"]);
  expect(excerptOf("[1,2]")).toEqual(["(2 items) [1,2]"]);
});

const pet = (id: string | null, name = "conformance-00112233445566778899-x", certain = true): Created => ({
  id,
  name,
  exchange: 1,
  certain,
});
const named = "named conformance-00112233445566778899-…";

test.each([
  [
    [pet("7"), pet(null), pet(null, "")],
    `3 pets created, ${named}`,
    "7, conformance-00112233445566778899-x, one without an id or a name",
  ],
  [
    [pet(null, "conformance-00112233445566778899-lost", false), pet("7")],
    `1 pet created, ${named}, and perhaps 1 more that no 2xx confirms`,
    "7, conformance-00112233445566778899-lost",
  ],
  [[1, 2, 3, 4].map((id) => pet(String(id))), `4 pets created, ${named}`, "1, 2, 3 and 1 more"],
])("of %j at most three are shown, those that may have been stored last", (created, ...said) => {
  expect(createdInWords(sampleRun({ created }), 3)).toEqual(said);
});

test("where a document leaves no room for the names of a run, none is said", () => {
  const created = [pet("7", "0011223344-abc")];
  expect(createdInWords(sampleRun({ created }), 3)[0]).toBe("1 pet created");
});

const played = [1, 2].map((round) => ({ round, seed: round, startedAtMs: 0, endedAtMs: 1, requests: 9 }));
const rounds: Rounds = {
  asked: 5,
  played,
  endedBy: "max-requests",
  missed: {
    oneOf: 3,
    weakest: { id: "LIST-4", answers: 5, chance: (2 / 3) ** 5 },
    median: { id: "CREATE-7", answers: 14, chance: (2 / 3) ** 14 },
  },
};

test("how many rounds were played, and why no more were", () => {
  expect(roundsInWords(rounds)).toBe(
    "2 of 5 rounds played; the requests that `max-requests` leaves are too few for another",
  );
  expect(roundsInWords({ ...rounds, asked: undefined, endedBy: "for", played: played.slice(0, 1) })).toBe(
    "1 round played",
  );
});

test.each<[words: string, shown: number, after: number, requests: number]>([
  ["sent again after the run, it failed 2 of 2 times", 2, 1, 1],
  [
    "sent again after the run, the last request failed 0 of 2 times, 1 of 1 time right after exchange 3",
    0,
    1,
    2,
  ],
  ["sent again 3 times after the run, it did not fail", 0, 0, 1],
  ["not tried in this order; sent again 3 times, the last request did not fail", 0, 0, 2],
])("what was tried again: %s", (words, shown, after, requests) => {
  const [requirement, of, exchanges] = ["LIST-4", 7, [8, 9]];
  const other = { sent: 0, shown: 0 };
  const tried = { requirement, of, exchanges, alone: { sent: 2, shown }, other };
  const cause = sampleCause({ tried: { ...tried, after: [{ exchange: 3, sent: 1, shown: after }] } });
  expect(triedInWords(cause, requests)).toBe(words);
});

test("how probably an intermittent fault would have been missed", () => {
  expect(missedInWords(rounds)).toBe(
    "a fault that spoils one answer in three had a chance of 0.3 % to be missed by CREATE-7, the median must (14 answers), and of 13 % by LIST-4, the must judged on the fewest (5 answers)",
  );
  expect(missedInWords({ ...rounds, missed: undefined })).toBeUndefined();
});

test("a case that failed in some rounds shows what it got in another", () => {
  const otherwise = { exchange: 12, seen: "401 with an Error body" };
  expect(differenceInWords({ broke: [2, 4], held: [1], seed: 1, otherwise })).toBe(
    "failed in rounds 2, 4; passed in round 1: got 401 with an Error body (exchange 12)",
  );
  expect(differenceInWords({ broke: [1, 2], held: [], seed: 1 })).toBeUndefined();
});

const text = "the store holds too few pets";
const reason = said(text);
const creates = { option: "max-creates", value: 140 };
const by = { kind: "time-spent", maxSeconds: 40, exchange: undefined } as const;

test.each<[VerdictKind, Partial<Verdict>, string]>([
  [
    "untested",
    { reason, remedy: { options: [creates, { option: "max-wait", value: 90 }] } },
    `${text}; to test it, add \`--max-creates 140\`, and \`max-wait: 90\` in the configuration`,
  ],
  ["inconclusive", { cause: { kind: "root-cause", by } }, "the run took longer than its 40 s"],
  [
    "skipped",
    { remedy: { options: [{ option: "profile", value: "thorough" }] } },
    "tested only with `--profile thorough`",
  ],
])("what is %s with %j says why, and what would test it", (kind, given, words) => {
  expect(whyInWords(sampleVerdict("LIST-5", kind, given), saidWords)).toBe(words);
});

interface Worded {
  readonly cause: Omit<RootCause, "exchange">;
  readonly is: string;
  readonly toDo?: string;
}

const worded: readonly Worded[] = parse(textOf("testing/report/root-causes.yaml"));

test.each(worded)("$cause has its facts in its words, and says what to do", ({ cause, is, toDo }) => {
  const whole = { ...cause, exchange: 1 } as RootCause;
  expect(causeSentence(whole, saidWords)).toContain(is);
  const remedy = causeRemedy(whole);
  if (toDo === undefined) expect(remedy).toBeUndefined();
  else expect(remedy).toContain(toDo);
});
