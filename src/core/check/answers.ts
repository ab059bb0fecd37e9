import type { Expectation, Permission } from "./expectation.ts";
import { inStatus } from "./place.ts";
import { answerInWords } from "./words.ts";

/** An answer with this status; its body is judged by the invariants. */
export function served(status: number): Expectation<"served"> {
  return {
    kind: "served",
    words: `status ${status}`,
    mismatch: (answer) =>
      answer.outcome.answer.status === status ? undefined : { seen: answerInWords(answer), place: inStatus },
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
