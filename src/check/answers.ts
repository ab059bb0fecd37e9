import type { Expectation, Permission } from "./expectation.ts";
import { jsonOf, petIn, petsIn } from "./pets.ts";
import { inBody, inStatus } from "./place.ts";
import { answerInWords, countOf } from "./words.ts";

/** An answer with this status; its body is judged by the invariants. */
export function served(status: number): Expectation<"served"> {
  return {
    kind: "served",
    words: `status ${status}`,
    mismatch: (answer) =>
      answer.outcome.answer.status === status ? undefined : { seen: answerInWords(answer), place: inStatus },
  };
}

/** A 200 with an array of at most so many items. */
export function listOf(bounds: { readonly atMost: number | undefined }): Expectation<"served"> {
  const { atMost } = bounds;
  return {
    kind: "served",
    words: `200 with a list${upTo(bounds)}`,
    mismatch: (answer) => {
      if (answer.outcome.answer.status !== 200) return { seen: answerInWords(answer), place: inStatus };
      const pets = petsIn(answer);
      if (pets === undefined) return { seen: answerInWords(answer), place: inBody() };
      if (atMost === undefined || pets.length <= atMost) return undefined;
      return { seen: `200 with ${countOf(pets.length, "pet")}`, place: inBody() };
    },
  };
}

function upTo({ atMost }: { readonly atMost: number | undefined }): string {
  return atMost === undefined ? "" : ` of at most ${countOf(atMost, "pet")}`;
}

/** The same with nothing but pets in it: what a service may answer in place of a refusal (rulings 1 and 5). */
export function validList(bounds: { readonly atMost: number | undefined }): Expectation<"served"> {
  const list = listOf(bounds);
  return {
    kind: "served",
    words: `200 with a valid list${upTo(bounds)}`,
    mismatch: (answer, facts) => {
      const mismatch = list.mismatch(answer, facts);
      const body = jsonOf(answer);
      if (mismatch !== undefined || body === undefined) return mismatch;
      const [problem] = facts.contract.validate("Pets", body);
      return (
        problem && {
          seen: `200 with an invalid list: ${problem.seen}${problem.keyword === "required" ? "" : `, not ${problem.expected}`}`,
          place: inBody(problem.pointer),
        }
      );
    },
  };
}

/** A 200 with no pet of another id than this; that its body is a pet is judged by an invariant. */
export function petOf(id: bigint | undefined): Expectation<"served"> {
  return {
    kind: "served",
    words: id === undefined ? "200 with a pet" : `200 with the pet of id ${id}`,
    mismatch: (answer) => {
      if (answer.outcome.answer.status !== 200) return { seen: answerInWords(answer), place: inStatus };
      const got = petIn(answer)?.id;
      if (id === undefined || got === undefined || got === id) return undefined;
      return { seen: `200 with the pet of id ${got}`, place: inBody("/id") };
    },
  };
}

/** A refusal with one of these statuses; `4xx` stands for the range. Its Error body is judged by the invariants. */
export function refused(...statuses: readonly [number | "4xx", ...number[]]): Permission {
  const any = statuses[0] === "4xx";
  return {
    kind: "rejected",
    words: any ? "a 4xx with an Error body" : `status ${statuses.join(" or ")} with an Error body`,
    mismatch: (answer) => {
      const { status } = answer.outcome.answer;
      const met = any ? status >= 400 && status < 500 : statuses.includes(status);
      return met ? undefined : { seen: answerInWords(answer), place: inStatus };
    },
  };
}
