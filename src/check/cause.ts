/** Why a run is not simply finished, machine-readable (design: exit code 3 tells them apart by it). */
export type RunReason =
  | "unreachable"
  | "key-refused"
  | "not-the-service"
  | "redirected"
  | "key-stopped"
  | "rate-limited"
  | "interrupted"
  | "budget"
  | "creates-refused"
  | "required-untested"
  | "evidence-lost"
  | "nothing-judged"
  /** Every must held, and `--strict` asks for the shoulds too. */
  | "should-failed";

/** One cause on top, as a record of what was seen. `src/report` makes its words. */
export type RootCause =
  | (Shown & { readonly kind: "unreachable"; readonly failure: string })
  | (Shown & { readonly kind: "key-refused" })
  /** `to`: the base address over https. */
  | (Shown & { readonly kind: "redirected"; readonly to: string })
  | (Shown & FirstAnswers & { readonly kind: "not-the-service" | "service-fails" })
  /** No request was answered whole, or none any more. */
  | (Shown & BrokenOff & { readonly kind: "never-whole" })
  | (Shown & BrokenOff & { readonly kind: "stopped-answering"; readonly failures: number })
  /** `after`: the id of the last exchange before the refusal. */
  | (Shown & { readonly kind: "key-stopped"; readonly after: number })
  /** Still 429 after so many waits, each as long as the target asked for. */
  | (Shown & { readonly kind: "still-limited"; readonly waits: number })
  /** `refusal`: the gate's sentence, which names the wait. */
  | (NotShown & { readonly kind: "wait-too-long"; readonly refusal: string })
  | (NotShown & { readonly kind: "interrupted" })
  | (NotShown & { readonly kind: "requests-spent"; readonly maxRequests: number })
  | (NotShown & { readonly kind: "time-spent"; readonly maxSeconds: number })
  /** Every valid create was refused, this one with `answer`. */
  | (Shown & {
      readonly kind: "creates-refused";
      readonly answer: string;
      readonly isCategoryGuessed: boolean;
    });

interface Shown {
  /** The id of the exchange that shows it. */
  readonly exchange: number;
}

interface NotShown {
  readonly exchange: undefined;
}

/** Answers as `answerInWords` has them: `404 with an HTML body`. */
interface FirstAnswers {
  readonly list: string;
  /** Undefined where no create was answered. */
  readonly create: string | undefined;
}

interface BrokenOff {
  /** The message of the failure. */
  readonly failure: string;
  /** `--max-body` is why the answer was not read on. */
  readonly isCutByMaxBody: boolean;
}

const reasons = {
  unreachable: "unreachable",
  "key-refused": "key-refused",
  redirected: "redirected",
  "not-the-service": "not-the-service",
  "service-fails": "not-the-service",
  "never-whole": "evidence-lost",
  "stopped-answering": "evidence-lost",
  "key-stopped": "key-stopped",
  "still-limited": "rate-limited",
  "wait-too-long": "rate-limited",
  interrupted: "interrupted",
  "requests-spent": "budget",
  "time-spent": "budget",
  "creates-refused": "creates-refused",
} as const satisfies Readonly<Record<RootCause["kind"], RunReason>>;

/** What a run that has this cause gives as its reason. */
export function reasonOf({ kind }: RootCause): RunReason {
  return reasons[kind];
}
