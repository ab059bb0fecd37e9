import { expect, test } from "vitest";
import type { Rounds } from "#core/run/result.ts";
import { differenceInWords, missedInWords, roundsInWords } from "./rounds-in-words.ts";

const played = [0, 3].map((createsLeftOut, i) => ({
  round: i + 1,
  seed: i,
  startedAtMs: 0,
  endedAtMs: 1,
  requests: 9,
  createsLeftOut,
}));
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

test("how many rounds were played, why no more were, and what was left out", () => {
  expect(roundsInWords(rounds)).toBe(
    "2 of 5 rounds played; the requests that `max-requests` leaves are too few for another; later rounds left out 3 creates, since `--max-creates` is for all rounds together",
  );
  expect(roundsInWords({ ...rounds, asked: undefined, endedBy: "for", played: played.slice(0, 1) })).toBe(
    "1 round played",
  );
});

test("how probably an intermittent fault would have been missed", () => {
  expect(missedInWords(rounds)).toBe(
    "a fault in one answer of three would have been missed with 0.3 % chance at CREATE-7, judged on 14 answers, the must in the middle, and with 13 % chance at LIST-4, judged on 5 answers, the fewest of all",
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
