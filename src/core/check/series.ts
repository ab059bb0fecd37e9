import type { Exchange, GeneratedInput, RequestSpec, SeriesPart, StepId } from "../exchange/exchange.ts";
import type { Unresolved } from "./unresolved.ts";
import type { Finding } from "./verdict.ts";

/** Requests of one step, one after the other, each chosen by the answers before it. */
export interface Series {
  /** Sends them; resolves when nothing more is to be sent. */
  readonly series: (send: SendPart) => Promise<void>;
}

/** Sends one request of a series and resolves with what came of it at last; undefined when the run sends no more. */
export type SendPart = (part: SeriesPart, spec: RequestSpec) => Promise<Exchange | undefined>;

export function isSeries(asked: RequestSpec | Unresolved | Series): asked is Series {
  return "series" in asked;
}

/** Whether an input is this one, or was tried in its place because it is smaller. */
export function isMadeFrom(input: SeriesPart["input"], smaller: SeriesPart["input"]): boolean {
  return input.every((step, index) => step === smaller[index]);
}

/** Whether the other was tried in place of this one because it is smaller. */
export function isMadeSmaller(one: GeneratedInput | undefined, other: GeneratedInput | undefined): boolean {
  if (one === undefined || other === undefined || one.step !== other.step) return false;
  return one.input.length < other.input.length && isMadeFrom(one.input, other.input);
}

export function isSamePart(one: SeriesPart | undefined, other: SeriesPart | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const isSameInput = one.input.length === other.input.length && isMadeFrom(one.input, other.input);
  return isSameInput && one.request === other.request;
}

/** How an input is shown: `3:0`. */
export function inputName(input: SeriesPart["input"]): string {
  return input.join(":");
}

/** How an exchange is shown: by its step, and which of a series it is (`generated limits #3:0`, `… #3:0/2`). */
export function exchangeLabel({ label, part }: Pick<Exchange, "label" | "part">): string {
  if (part === undefined) return label;
  const nth = part.request === 1 ? "" : `/${part.request}`;
  return `${label} #${inputName(part.input)}${nth}`;
}

/** The steps whose requests were one of a series each. */
export function generatedSteps(exchanges: readonly Pick<Exchange, "step" | "part">[]): readonly StepId[] {
  return [...new Set(exchanges.flatMap(({ step, part }) => (part === undefined ? [] : (step ?? []))))];
}

/** The first of them or, where its generated input was made smaller, the smallest that still fails in the same case. */
export function smallestFailing<T>(
  [first, ...others]: readonly [T, ...T[]],
  findingOf: (one: T) => Finding,
): T {
  return others.reduce((found, one) => {
    const [larger, smaller] = [findingOf(found), findingOf(one)];
    const isSmaller =
      larger.case.id === smaller.case.id && isMadeSmaller(larger.generated, smaller.generated);
    return isSmaller ? one : found;
  }, first);
}
