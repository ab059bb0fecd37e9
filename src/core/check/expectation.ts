import { type Answered, type Facts, hasStatus, statusClass } from "./facts.ts";
import { inStatus, type Place } from "./results/verdict.ts";
import { answerInWords } from "./results/words.ts";

/** How an answer differs from what was expected, in words of the interface. */
export interface Mismatch {
  readonly seen: string;
  /** Undefined where no single place of the answer shows it. */
  readonly place: Place | undefined;
}

/**
 * What an answer should be. `served`: only an answer that serves the request meets it. `rejected`: a rejection may
 * meet it. That means something only beside a control, so the type keeps the two apart.
 */
export interface Expectation<Kind extends "served" | "rejected"> {
  readonly kind: Kind;
  /** Completes "expected …". */
  readonly words: string;
  /** Undefined when the answer meets it. Pure. */
  readonly mismatch: (answer: Answered, facts: Facts) => Mismatch | undefined;
}

/** What an answer may be when the interface allows it to be refused. */
export type Permission = Expectation<"served" | "rejected">;

/** Met when one of the choices is. Otherwise the mismatch is with the choice that the answer came nearest to. */
export function anyOf(...choices: readonly [Permission, ...Permission[]]): Permission {
  return {
    kind: choices.some((c) => c.kind === "rejected") ? "rejected" : "served",
    words: choices.map((c) => c.words).join(", or "),
    mismatch: (answer, facts) => {
      const mismatches = choices.map((c) => c.mismatch(answer, facts));
      if (mismatches.includes(undefined)) return undefined;
      // A wrong body is nearer to what was expected than a wrong status, so it says more.
      return mismatches.find((m) => m?.place?.in !== "status") ?? mismatches[0];
    },
  };
}

export function wrongStatus(answer: Answered): Mismatch {
  return { seen: answerInWords(answer), place: inStatus };
}

export function byStatus<Kind extends "served" | "rejected">(
  kind: Kind,
  words: string,
  isMet: (answer: Answered) => boolean,
): Expectation<Kind> {
  return { kind, words, mismatch: (answer) => (isMet(answer) ? undefined : wrongStatus(answer)) };
}

/** An answer with this status; its body is judged by the invariants. */
export function served(status: number): Expectation<"served"> {
  return byStatus("served", `status ${status}`, (answer) => hasStatus(answer, status));
}

/** A refusal with one of these statuses; `4xx` stands for the range. Its Error body is judged by the invariants. */
export function refused(...statuses: readonly [number | "4xx", ...number[]]): Permission {
  const any = statuses[0] === "4xx";
  const words = any ? "a 4xx with an Error body" : `status ${statuses.join(" or ")} with an Error body`;
  return byStatus("rejected", words, (answer) =>
    any ? statusClass(answer) === 4 : statuses.includes(answer.outcome.answer.status),
  );
}
