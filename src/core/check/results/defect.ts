import type { Level } from "../requirement.ts";
import type { Finding, Place } from "./verdict.ts";

/** Requests that a failure needs to show again. */
export interface Needs {
  /** Exchanges whose requests have to be sent some time before; an id is repeated if its request has to be sent several times. */
  readonly before?: readonly number[];
  /** The requests that have to come right before, likewise. */
  readonly rightBefore?: readonly number[];
  /** Whether `rightBefore` has to be sent on the same connection, or at the same time. */
  readonly together?: "connection" | "time";
  /** It may also depend on other requests before it: only the whole run, sent again, is sure to have them. */
  readonly wholeRun?: true;
}

/** One thing that is wrong with the target, and all that follows from it. */
export interface Cause extends Needs {
  /** Stays the same from run to run, as long as the same requirement leads it: `CREATE-5 status`. */
  readonly key: string;
  readonly form: CauseForm;
  /** `must` where a must fails because of it. */
  readonly level: Level;
  /** The requirement that describes it best. */
  readonly leading: string;
  /** The other requirements that fail because of it, in the order in which they were judged. */
  readonly consequences: readonly string[];
  /** Requirements that could not be judged because of it: inconclusive, since a control failed by this defect. */
  readonly undecided: readonly string[];
  /** The first finding of the leading requirement that it explains; of a generated input, the smallest that was tried. */
  readonly finding: Finding;
  /** Where an excerpt of the answer begins, where the finding has no place in its body that says more. */
  readonly excerptAt?: Place;
  /** Which answers show it, as a clause, where they have something in common: `all 5 answers to lists without a limit`. */
  readonly pattern?: string;
  /** What probably causes it in the server, and how that is fixed; undefined where nobody has written it down. */
  readonly advice?: Advice | undefined;
  /** Requests that may have to be sent right before, the likeliest first: experiments try them. */
  readonly predecessors?: readonly number[];
  /** A request that was under way at the same time: experiments send both together. */
  readonly beside?: number;
  /** A similar request that was answered correctly. */
  readonly other?: number;
  /** A similar path that was never requested, so that no cache has an answer to it. */
  readonly unasked?: string;
  /** The results of sending it again after the run. */
  readonly tried?: Tried;
  /** How many exchanges show it … */
  readonly broken: number;
  /** … and their ids, at most 200 of them. */
  readonly exchanges: readonly number[];
}

/** Which kind of defect it is, with what its words are made of. */
export type CauseForm =
  /** What should be rejected was accepted. */
  | { readonly kind: "accepted" }
  /** Another status than the one that is due. */
  | { readonly kind: "status"; readonly status: number }
  /** The list stands in a member of an object, or the body is one; undefined where no member holds a list. */
  | { readonly kind: "wrapped-list"; readonly member: string | undefined }
  /** The same field of the same kind of body. `type`: the JSON type of the wrong value, where that is what is wrong. */
  | { readonly kind: "field"; readonly name: string; readonly type?: string }
  | { readonly kind: "header"; readonly name: string }
  | { readonly kind: "no-answer" }
  /** It fails now and then: of so many answers, on these operations. */
  | { readonly kind: "intermittent"; readonly of: number; readonly operations: readonly string[] }
  | { readonly kind: "body"; readonly place: Place | undefined };

/** Advice, by which nothing is judged; a sentence or two each. */
export interface Advice {
  readonly likelyCause: string;
  readonly howToFix: string;
}

/** The results of the experiments on one finding: how often a request was sent, and how often the failure showed again. */
export interface Tried {
  readonly requirement: string;
  /** The exchange of the finding. */
  readonly of: number;
  readonly alone: Tries;
  /** Right after the request of this exchange. `apart`: how often on another connection, where it never failed. */
  readonly after: readonly (Tries & { readonly exchange: number; readonly apart?: number })[];
  /** While the request of this exchange was under way. */
  readonly together?: Tries & { readonly exchange: number };
  /** A request that was answered correctly before. */
  readonly other: Tries;
  readonly exchanges: readonly number[];
}

interface Tries {
  readonly sent: number;
  readonly shown: number;
}
