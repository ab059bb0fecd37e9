import { type Expectation, wrongStatus } from "#core/check/expectation.ts";
import type { Answered } from "#core/check/facts.ts";
import { bodyOf, jsonOf } from "#core/check/json-body.ts";
import type { Observer } from "#core/check/observe.ts";
import { inBody, inHeader, type Observation } from "#core/check/results/verdict.ts";
import { answerInWords, counted } from "#core/check/results/words.ts";
import { headerValues } from "#core/exchange/headers.ts";
import { petsIn } from "./pets.ts";
import { petstore } from "./roles.ts";

/** @param atMost how many pets; undefined: any number */
export function listOf(atMost: number | undefined): Expectation<"served"> {
  return {
    kind: "served",
    words: `200 with a list${upTo(atMost)}`,
    mismatch: (answer) => {
      if (answer.outcome.answer.status !== 200) return wrongStatus(answer);
      const pets = petsIn(answer);
      if (pets === undefined) return { seen: answerInWords(answer), place: inBody() };
      if (atMost === undefined || pets.length <= atMost) return undefined;
      return { seen: `200 with ${counted(pets.length, "pet")}`, place: inBody() };
    },
  };
}

function upTo(atMost: number | undefined): string {
  return atMost === undefined ? "" : ` of at most ${counted(atMost, "pet")}`;
}

/** As `listOf`, and every item is a pet: what a service may answer in place of a refusal (rulings 1 and 5). */
export function validList(atMost: number | undefined): Expectation<"served"> {
  const list = listOf(atMost);
  return {
    kind: "served",
    words: `200 with a valid list${upTo(atMost)}`,
    mismatch: (answer, facts) => {
      const mismatch = list.mismatch(answer, facts);
      const body = jsonOf(answer);
      if (mismatch !== undefined || body === undefined) return mismatch;
      const [problem] = petstore(facts.contract).schemas.Pets.validate(body);
      return (
        problem && {
          seen: `200 with an invalid list: ${problem.seen}${problem.keyword === "required" ? "" : `, not ${problem.expected}`}`,
          place: inBody(problem.pointer),
        }
      );
    },
  };
}

/** In UTF-8 (RFC 8259, 8.1), and application/json, with whatever parameters and in any letter case (ruling 13). */
export function labelJudged(answer: Answered, observe: Observer): Observation {
  const invalid = bodyOf(answer).problems.find(({ kind }) => kind === "invalid-utf8");
  if (invalid !== undefined) {
    const mismatch = { seen: "bytes that are not UTF-8", place: inBody() };
    return observe.broken(answer, "a JSON body in UTF-8", mismatch);
  }
  const values = headerValues(answer.outcome.answer.headers, "content-type");
  const [value = ""] = values;
  if (values.length === 1 && /^application\/json\s*(;|$)/i.test(value)) return observe.held(answer);
  const one = value === "" ? "an empty Content-Type" : value.slice(0, 100);
  const seen = values.length === 0 ? "no Content-Type" : values.length > 1 ? `${values.length} of them` : one;
  return observe.broken(answer, "the Content-Type application/json", {
    seen,
    place: inHeader("Content-Type"),
  });
}
