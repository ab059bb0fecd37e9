import type { FailureKind } from "#core/exchange/exchange.ts";

/** Why a run did not end normally, for machines: it distinguishes the runs with exit code 3. */
export type RunReason =
  | "unreachable"
  /** What this machine lacks. */
  | "own-machine"
  | "key-refused"
  | "not-the-service"
  | "outage"
  | "redirected"
  | "key-stopped"
  | "rate-limited"
  | "interrupted"
  | "budget"
  | "creates-refused"
  | "required-untested"
  | "too-few-cases"
  | "evidence-lost"
  | "nothing-judged"
  /** Every must held, and `--strict` asks for the shoulds too. */
  | "should-failed";

/** The root cause of a run, as a record of what was seen. `src/report` makes its words. */
export type RootCause =
  | (Shown & {
      readonly kind: "unreachable";
      readonly failure: string;
      readonly failureKind?: FailureKind;
      /** The base address over the other scheme, where the scheme may be the reason of the failure. */
      readonly address?: string;
    })
  /** This machine, not the target, is the reason that requests were not answered. */
  | (NotShown & { readonly kind: "own-machine"; readonly failure: string; readonly failureKind: FailureKind })
  /** `message`: the message of the 401. */
  | (Shown & { readonly kind: "key-refused"; readonly message?: string })
  /** `to`: the base address over https. */
  | (Shown & { readonly kind: "redirected"; readonly to: string })
  /** Something else than the service answers (ruling 42): nothing is judged. */
  | (Shown &
      FirstAnswers & {
        readonly kind: "in-front";
        readonly looks: Looks;
        /** The base address that may be meant. */
        readonly address?: string;
        /** Where a redirect leads, without its query. */
        readonly location?: string;
        /** What the answer says about its sender: challenge, Server, page title. */
        readonly saysOfItself?: readonly string[];
      })
  /**
   * The service answers, or something that looks like it, and neither its list nor its create can be used. What was
   * seen is judged.
   */
  | (Shown &
      FirstAnswers & {
        readonly kind: "not-the-service" | "service-fails";
        /** The list is answered 403: it may be the key. */
        readonly isForbidden?: true;
      })
  /** The service was there, and is gone. `after`: the id of its last answer; later answers are not judged. */
  | (Shown & {
      readonly kind: "service-gone";
      readonly after: number;
      /** What is answered in its place; undefined where nothing listens any more. */
      readonly answer: string | undefined;
      readonly failure: string | undefined;
    })
  /** No request was ever answered completely, or none is any longer. */
  | (Shown & {
      readonly kind: "stopped-answering";
      readonly failures: number;
      /** The message of the last failure. */
      readonly failure: string;
      /** True where `max-body` is the reason that the answer was not read to its end. */
      readonly isCutByMaxBody: boolean;
    })
  /** `after`: the id of the last exchange before the refusal. */
  | (Shown & {
      readonly kind: "key-stopped";
      readonly after: number;
      /** The refusal says that the key expired. */
      readonly hasExpired?: true;
    })
  /** Still 429 after so many waits in a row, each as long as Retry-After said, or, without it, longer than the one before. */
  | (Shown & { readonly kind: "still-limited"; readonly waits: number })
  /** `refusal`: the gate's sentence, which names the wait. */
  | (NotShown & { readonly kind: "wait-too-long"; readonly refusal: string })
  | (NotShown & { readonly kind: "interrupted" })
  | (NotShown & { readonly kind: "time-spent"; readonly maxSeconds: number })
  /** Every valid create was refused, this one with `answer`. */
  | (Shown & {
      readonly kind: "creates-refused";
      readonly answer: string;
      /** The message of its Error. */
      readonly message?: string;
      /** What it refers to that was only guessed to exist: `owner 1`, and what to do if it does not. */
      readonly guessed?: { readonly what: string; readonly remedy: string };
    });

/** What an answer looks like that is not the service's. */
export type Looks =
  | "wrong-path"
  /** The same, where the base address has no version segment. */
  | "no-version"
  /** The base address continues after its version segment. */
  | "beyond-version"
  /** Other credentials than the API key are asked for, by a gateway or a proxy. */
  | "other-credentials"
  | "proxy-credentials"
  /** Every request gets the same answer, which is not the service's. */
  | "constant"
  | "outage"
  | "failing"
  | "sign-in"
  | "redirect"
  | "page"
  /** A 403 that is not the service's own: something in front of it does not let this client through. */
  | "forbidden"
  | "wants-https"
  | "refusal";

export interface Shown {
  /** The id of the exchange that shows it. */
  readonly exchange: number;
}

export interface NotShown {
  readonly exchange: undefined;
}

export interface FirstAnswers {
  readonly list: FirstAnswer;
  /** Undefined where no create was answered. */
  readonly create: FirstAnswer | undefined;
}

interface FirstAnswer {
  /** Method and path: `GET /things`. */
  readonly request: string;
  /** As `answerInWords` has it: `404 with an HTML body`. */
  readonly answer: string;
}

const reasons = {
  unreachable: "unreachable",
  "own-machine": "own-machine",
  "key-refused": "key-refused",
  redirected: "redirected",
  "in-front": "not-the-service",
  "not-the-service": "not-the-service",
  "service-fails": "not-the-service",
  "service-gone": "outage",
  "stopped-answering": "evidence-lost",
  "key-stopped": "key-stopped",
  "still-limited": "rate-limited",
  "wait-too-long": "rate-limited",
  interrupted: "interrupted",
  "time-spent": "budget",
  "creates-refused": "creates-refused",
} as const satisfies Readonly<Record<RootCause["kind"], RunReason>>;

export function reasonOf(cause: RootCause): RunReason {
  const isOut = cause.kind === "in-front" && (cause.looks === "outage" || cause.looks === "failing");
  return isOut ? "outage" : reasons[cause.kind];
}
