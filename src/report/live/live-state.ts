import { type Budget, budgetOf, laterBudget } from "#core/exchange/pacing/rate-headers.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import type { AreaProgress } from "#core/run/plan/plan-progress.ts";
import type { RunEvent, WaitCause } from "#core/run/result.ts";

/** The progress of a run, derived from its events. Its text is safe to display. */
export interface LiveState {
  readonly startedAtMs: number;
  /** In the catalogue's order; none before the plan is known. */
  readonly areas: readonly AreaProgress[];
  /** Undefined where the cases are played once. */
  readonly round: { readonly now: number; readonly of: number | undefined } | undefined;
  readonly requests: number;
  /** The most that may be sent without the over-limit probe, and with it; undefined before the plan is known. */
  readonly most: { readonly planned: number; readonly withProbe: number } | undefined;
  /** What the service last said was left of the key's rate limit. */
  readonly budget: Budget | undefined;
  /** Number of failed exchanges and 5xx answers. */
  readonly trouble: number;
  /** Waits that have ended are not removed: a frame skips them. */
  readonly waits: readonly Wait[];
}

type Wait = Extract<RunEvent, { readonly kind: "waiting" }>;

export function liveState(startedAtMs: number): LiveState {
  return {
    ...{ startedAtMs, areas: [], round: undefined, most: undefined, budget: undefined, waits: [] },
    ...{ requests: 0, trouble: 0 },
  };
}

export function afterEvent(state: LiveState, event: RunEvent): LiveState {
  switch (event.kind) {
    case "planned": {
      const waits = state.waits.filter(({ cause }) => cause !== "ready");
      const most = { planned: event.requests - event.probe, withProbe: event.requests };
      return { ...state, areas: event.areas, most, waits };
    }
    case "round":
      return { ...state, round: { now: event.round, of: event.of }, areas: event.areas, waits: [] };
    case "exchange": {
      const budget = budgetOf(event.exchange);
      const { outcome } = event.exchange;
      const isTrouble = outcome.kind === "failure" || outcome.answer.status >= 500;
      return {
        ...state,
        requests: state.requests + 1,
        budget: budget === undefined ? state.budget : laterBudget(state.budget, budget),
        trouble: state.trouble + (isTrouble ? 1 : 0),
      };
    }
    case "settled": {
      const waits = state.waits.filter(({ step }) => step !== event.step);
      return { ...state, areas: event.areas, waits };
    }
    case "waiting": {
      // Only the latest wait that holds back everything is kept.
      const others = state.waits.filter(({ step }) => step !== event.step);
      return { ...state, waits: [...others, { ...event, reason: escapeForTerminal(event.reason) }] };
    }
    case "notice":
    case "finished":
      return state;
  }
}

export function sumsInWords(state: LiveState, nowMs: number): readonly string[] {
  const { startedAtMs, round, requests, most, budget, trouble } = state;
  const parts = round === undefined ? [] : [roundInWords(round.now, round.of)];
  const atMost = most && (requests > most.planned ? most.withProbe : most.planned);
  parts.push(atMost === undefined ? `${requests} requests` : `${requests} of at most ${atMost} requests`);
  if (budget !== undefined) {
    const of = budget.limit === undefined ? "" : ` of ${budget.limit}`;
    parts.push(`rate limit: ${budget.remaining}${of} left`);
  }
  if (trouble > 0) parts.push(`${trouble} failed or answered 5xx`);
  return [...parts, `${durationInWords(nowMs - startedAtMs)} so far`];
}

/** Waits of the whole run first, then those of single requests, in one line. */
export function waitsInWords(waits: readonly Wait[], nowMs: number): readonly string[] {
  const open = waits.filter(({ untilMs }) => untilMs > nowMs);
  const lines = open.filter(({ step }) => step === undefined).map((wait) => waitInWords(wait, nowMs));
  const single = open.filter(({ step }) => step !== undefined);
  const [last] = single.toSorted((a, b) => b.untilMs - a.untilMs);
  if (last === undefined) return lines;
  const others = single.length > 1 ? `, and ${single.length - 1} more` : "";
  return [...lines, `${waitInWords(last, nowMs)}${others}`];
}

/** Waits that end as soon as an answer shows what is waited for. */
const mayEndSooner: readonly WaitCause[] = ["ready", "consistency"];

/** `waiting 41 s: one request is left until the target's limit resets`. */
export function waitInWords(wait: Wait, nowMs: number): string {
  const most = mayEndSooner.includes(wait.cause) ? "at most " : "";
  return `waiting ${most}${durationInWords(wait.untilMs - nowMs)}: ${wait.reason}`;
}

/** Whole seconds, rounded up: a countdown ends with 1 s. */
export function durationInWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export function roundInWords(round: number, of: number | undefined): string {
  return of === undefined ? `round ${round}` : `round ${round} of ${of}`;
}
