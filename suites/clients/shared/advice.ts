import type { ClientExchange, Session } from "#core/check/clients/session.ts";
import type { Advice } from "#core/check/results/defect.ts";

/** What one request by which a requirement fails gives away of the mistake behind it, where that is more than the requirement says. */
export type AdviceOf = (
  request: ClientExchange,
  session: Session,
  related: readonly number[],
) => Advice | undefined;

/** By requirement; the first that says something counts. */
export type AdviceTable = Readonly<Record<string, readonly AdviceOf[]>>;

/** Mistakes, each with what shows it. */
export type Mistakes<Seen> = readonly (readonly [
  isShownBy: (seen: Seen) => boolean,
  likelyCause: string,
  howToFix: string,
])[];

/** Advice for the first of these mistakes that is shown. */
export function adviceAmong<Seen>(mistakes: Mistakes<Seen>, seen: Seen): Advice | undefined {
  const [, likelyCause, howToFix] = mistakes.find(([isShownBy]) => isShownBy(seen)) ?? [];
  return likelyCause === undefined || howToFix === undefined ? undefined : { likelyCause, howToFix };
}
