import type { Exchange } from "../exchange/exchange.ts";
import { shorten } from "../report/escape.ts";

/** How far a run is, as far as its events tell. */
export interface RunState {
  readonly requests: number;
  /** The most that the plan may send; undefined before it is known. */
  readonly most: number | undefined;
  /** What the service last said was left of its rate limit, and the limit. */
  readonly budget: { readonly remaining: number; readonly limit: number | undefined } | undefined;
  /** Failed exchanges and 5xx answers, which a watcher wants to know at once. */
  readonly trouble: number;
  readonly wait: { readonly reason: string; readonly seconds: number } | undefined;
}

const barWidth = 16;

/** One line of less than `columns` characters: what matters most stands first, since the rest may be cut. */
export function statusLine({ requests, most, budget, trouble, wait }: RunState, columns: number): string {
  const sent = most === undefined ? `${requests} requests` : `${requests} of at most ${most} requests`;
  const parts =
    wait === undefined
      ? [most === undefined ? sent : `${bar(requests, most)} ${sent}`]
      : [`waiting ${wait.seconds} s: ${wait.reason}`, sent];
  if (budget !== undefined) {
    const of = budget.limit === undefined ? "" : ` of ${budget.limit}`;
    parts.push(`rate limit: ${budget.remaining}${of} left`);
  }
  if (trouble > 0) parts.push(`${trouble} without a proper answer`);
  const line = parts.join(" · ");
  const room = columns - 1;
  return line.length <= room ? line : `${shorten(line, room - 1).split("… (")[0] ?? ""}…`;
}

function bar(done: number, most: number): string {
  const full = Math.min(barWidth, Math.round((done / Math.max(1, most)) * barWidth));
  return `${"█".repeat(full)}${"░".repeat(barWidth - full)}`;
}

/** What an answer says about the rate limit; undefined where it says nothing that can be read. */
export function budgetOf({ outcome }: Exchange): RunState["budget"] {
  if (outcome.kind === "failure") return undefined;
  const figure = (name: string): number | undefined => {
    const value = outcome.answer.headers.find(([one]) => one.toLowerCase() === name)?.[1];
    return value !== undefined && /^\d{1,9}$/u.test(value) ? Number(value) : undefined;
  };
  const remaining = figure("x-ratelimit-remaining");
  return remaining === undefined ? undefined : { remaining, limit: figure("x-ratelimit-limit") };
}

/** True for no whole answer, and for a 5xx. */
export function isTrouble({ outcome }: Exchange): boolean {
  return outcome.kind === "failure" || outcome.answer.status >= 500;
}
