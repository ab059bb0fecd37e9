import type { Exchange, RequestSpec } from "../exchange/exchange.ts";
import type { Unresolved } from "./unresolved.ts";

/** Requests of one step, one after the other, each chosen by the answers before it. */
export interface Series {
  /** Sends them; resolves when nothing more is to be sent. */
  readonly series: (send: SendPart) => Promise<void>;
}

/**
 * Sends one request of a series and resolves with what came of it at last; undefined when the run sends no more.
 * `part` distinguishes it from the others: the label of the exchange is `step #part`.
 */
export type SendPart = (part: string, spec: RequestSpec) => Promise<Exchange | undefined>;

const partMark = " #";

export function isSeries(asked: RequestSpec | Unresolved | Series): asked is Series {
  return "series" in asked;
}

export function partLabel(step: string, part: string): string {
  return step + partMark + part;
}

/** The step of an exchange's label, whether it is one of a series or not. */
export function stepOf(label: string): string {
  const at = label.indexOf(partMark);
  return at === -1 ? label : label.slice(0, at);
}

/** Which of a series it is; undefined for the label of a step that sends one request. */
export function partOf(label: string): string | undefined {
  const at = label.indexOf(partMark);
  return at === -1 ? undefined : label.slice(at + partMark.length);
}

/** The steps whose requests were one of a series each. */
export function generatedSteps(exchanges: readonly Pick<Exchange, "label">[]): readonly string[] {
  const labels = exchanges.filter(({ label }) => partOf(label) !== undefined);
  return [...new Set(labels.map(({ label }) => stepOf(label)))];
}
