import { type TraceCheck, traceCheck } from "../../src/core/check/check.ts";
import {
  type Answered,
  answeredWith,
  type Facts,
  isAnswered,
  isRemoved,
} from "../../src/core/check/facts.ts";
import { isList, jsonOf } from "../../src/core/check/json-body.ts";
import type { KeyCheck } from "../../src/core/check/key-check.ts";
import { type Observer, observer } from "../../src/core/check/observe.ts";
import { inBody, inHeader } from "../../src/core/check/place.ts";
import type { Observation } from "../../src/core/check/verdict.ts";
import { answerInWords, countOf } from "../../src/core/check/words.ts";
import type { OperationId } from "../../src/core/contract/contract.ts";
import { quoted } from "../../src/core/contract/problem-words.ts";
import { carriesRateHeader, rateHeaderNames } from "../../src/core/exchange/pacing/rate-headers.ts";
import { petsIn } from "../petstore/pets.ts";
import { petstore } from "../petstore/roles.ts";
import { judgedAnswers } from "../petstore/shared/evidence/rate-evidence.ts";
import { askedLimit, askedStatus } from "../petstore/shared/evidence/store.ts";

/** What an answer that somebody else asked for shows of the request that it answers. */

function servedAnswers(
  about: string,
  operation: OperationId,
  judge: (answer: Answered, observe: Observer, facts: Facts) => readonly Observation[],
): TraceCheck {
  const observe = observer(about, "every answer");
  return traceCheck(
    about,
    () => [],
    (facts) =>
      facts.exchanges
        .filter(isAnswered)
        .flatMap((answer) => (isServed(answer, operation, facts) ? judge(answer, observe, facts) : [])),
  );
}

/** A 200 to a request that the interface allows, with a key that was not refused. */
function isServed(answer: Answered, operation: OperationId, facts: Facts): boolean {
  if (!answeredWith(answer, 200) || answer.request.credential.kind !== "valid") return false;
  const request = facts.contract.classify(answer.request);
  return request.operation === operation && !isRemoved(answer, facts) && request.allowed;
}

/** GET-1. Subject: the body of each read. */
export const servedReads = servedAnswers("GET-1", "getPet", (answer, observe, { contract }) => {
  const body = jsonOf(answer);
  if (body === undefined)
    return [observe.broken(answer, "200 with a Pet", { seen: answerInWords(answer), place: inBody() })];
  const [problem] = contract.operations.get("getPet")?.answer(200)?.validate(body) ?? [];
  if (problem === undefined) return [observe.held(answer)];
  return [observe.broken(answer, problem.expected, { seen: problem.seen, place: inBody(problem.pointer) })];
});

/** STATUS-1. Subject: the pets of each list to which a filter was given. */
export const filteredLists = servedAnswers("STATUS-1", "listPets", (answer, observe) => {
  const status = askedStatus(answer);
  const pets = petsIn(answer) ?? [];
  if (status === undefined || pets.length === 0) return [];
  const other = pets.find((pet) => pet.status !== status);
  if (other === undefined) return [observe.held(answer)];
  return [
    observe.broken(answer, `only pets with the status ${quoted(status)}`, {
      seen: other.status === undefined ? "a pet without a status" : `a pet with ${quoted(other.status)}`,
      place: inBody(`${other.pointer}/status`),
    }),
  ];
});

/** LIST-2 and LIST-4. Subject: each list that is too long. LIST-5 looks at lists that were asked for wrongly, too. */
export const tooLongLists = (["LIST-2", "LIST-4"] as const).map((about) =>
  servedAnswers(about, "listPets", (answer, observe, facts) => {
    const length = petsIn(answer)?.length;
    const most = askedLimit(answer, facts);
    if (length === undefined || most === undefined || length <= most) return [];
    if (requirementOf(answer, most, facts) !== about) return [];
    const seen = `200 with ${countOf(length, "pet")}`;
    return [observe.broken(answer, `at most ${countOf(most, "pet")}`, { seen, place: inBody() })];
  }),
);

/** LIST-2, LIST-4 and LIST-5. Subject: each list that could have been too long, as a longer one shows that the key got before. */
export const listLengths: KeyCheck = {
  about: ["LIST-2", "LIST-4", "LIST-5"],
  watch: () => {
    let longest = 0;
    return {
      isWithdrawn: () => false,
      forgotten: () => 0,
      next: ({ answer }, facts) => {
        if (!isServed(answer, "listPets", facts) || !isList(answer)) return [];
        const length = petsIn(answer)?.length ?? 0;
        const most = askedLimit(answer, facts);
        const couldBeLonger = most !== undefined && longest > most && length <= most;
        longest = Math.max(longest, length);
        return couldBeLonger ? [observer(requirementOf(answer, most, facts), "every list").held(answer)] : [];
      },
    };
  },
};

function requirementOf(answer: Answered, most: number, { contract }: Facts): "LIST-2" | "LIST-4" | "LIST-5" {
  if (answer.request.query?.some(([name]) => name === "limit") !== true) return "LIST-2";
  return most === petstore(contract).limit.maximum ? "LIST-5" : "LIST-4";
}

/** RATE-2. Subject: every answer; one that announces a limit is enough for all of them. */
export const announcesLimits = traceCheck(
  "RATE-2",
  () => [],
  (facts) => {
    const observe = observer("RATE-2", "every answer");
    return judgedAnswers(facts).map(({ answer }) =>
      carriesRateHeader(answer)
        ? observe.held(answer)
        : observe.broken(answer, "X-RateLimit headers on any answer", {
            seen: "none",
            place: inHeader(rateHeaderNames.limit),
          }),
    );
  },
);
