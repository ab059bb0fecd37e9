import type { Exchange, RequestSpec } from "../exchange/exchange.ts";
import type { Unresolved } from "./unresolved.ts";

/** Requests of one step, one after the other, each chosen by the answers before it. */
export interface Series {
  /** Sends them; resolves when nothing more is to be sent. */
  readonly series: (send: SendPart) => Promise<void>;
}

/**
 * Sends one request of a series and resolves with what came of it at last; undefined when the run sends no more.
 * `part` distinguishes it from the others of its step.
 */
export type SendPart = (part: string, spec: RequestSpec) => Promise<Exchange | undefined>;

export function isSeries(asked: RequestSpec | Unresolved | Series): asked is Series {
  return "series" in asked;
}

/** How a request of a series is shown, and named to `--replay`: `generated limits #3:0`. */
export function partLabel(label: string, part: string): string {
  return `${label} #${part}`;
}

/** How an exchange is shown: by its step, and which of a series it is. */
export function exchangeLabel({ label, part }: Pick<Exchange, "label" | "part">): string {
  return part === undefined ? label : partLabel(label, part);
}

/** The steps whose requests were one of a series each. */
export function generatedSteps(exchanges: readonly Pick<Exchange, "label" | "part">[]): readonly string[] {
  return [...new Set(exchanges.flatMap(({ label, part }) => (part === undefined ? [] : [label])))];
}
