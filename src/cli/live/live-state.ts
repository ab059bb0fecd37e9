import type { Exchange } from "../../exchange/exchange.ts";
import { headerValue } from "../../exchange/headers.ts";
import { escapeForTerminal } from "../../report/escape.ts";
import type { AreaProgress } from "../../run/plan-progress.ts";
import type { RunEvent, WaitCause } from "../../run/result.ts";

/** How far a run is, as far as its events tell. Text in it is safe to show. */
export interface LiveState {
  readonly startedAtMs: number;
  /** In the catalogue's order; none before the plan is known. */
  readonly areas: readonly AreaProgress[];
  readonly requests: number;
  /** The most that may be sent; undefined before the plan is known. */
  readonly most: number | undefined;
  /** What the service last said was left of its rate limit, and the limit. */
  readonly budget: { readonly remaining: number; readonly limit: number | undefined } | undefined;
  /** Failed exchanges and 5xx answers, which a watcher wants to know at once. */
  readonly trouble: number;
  /** Those that have passed are not taken out: a frame leaves them away. */
  readonly waits: readonly Wait[];
}

export interface Wait {
  readonly cause: WaitCause;
  readonly reason: string;
  readonly untilMs: number;
  readonly label: string | undefined;
}

export function liveState(startedAtMs: number): LiveState {
  return {
    startedAtMs,
    areas: [],
    requests: 0,
    most: undefined,
    budget: undefined,
    trouble: 0,
    waits: [],
  };
}

/** The state after an event. Pure. */
export function afterEvent(state: LiveState, event: RunEvent): LiveState {
  switch (event.kind) {
    case "planned": {
      const waits = state.waits.filter(({ cause }) => cause !== "ready");
      return { ...state, areas: event.areas, most: event.requests[1], waits };
    }
    case "exchange":
      return {
        ...state,
        requests: state.requests + 1,
        budget: budgetOf(event.exchange) ?? state.budget,
        trouble: state.trouble + (isTrouble(event.exchange) ? 1 : 0),
      };
    case "settled": {
      const waits = state.waits.filter(({ label }) => label !== event.label);
      return { ...state, areas: withNews(state.areas, event.areas), waits };
    }
    case "waiting": {
      const { cause, untilMs, label } = event;
      const wait = { cause, untilMs, label, reason: escapeForTerminal(event.reason) };
      // Whatever holds back everything takes the place of what did so before.
      const others = state.waits.filter((one) => one.label !== label);
      return { ...state, waits: [...others, wait] };
    }
    case "notice":
    case "finished":
      return state;
  }
}

function withNews(areas: readonly AreaProgress[], news: readonly AreaProgress[]): readonly AreaProgress[] {
  const newer = new Map(news.map((one) => [one.area, one]));
  const known = new Set(areas.map(({ area }) => area));
  return [...areas.map((one) => newer.get(one.area) ?? one), ...news.filter(({ area }) => !known.has(area))];
}

/** What an answer says about the rate limit; undefined where it says nothing that can be read. */
function budgetOf({ outcome }: Exchange): LiveState["budget"] {
  if (outcome.kind === "failure") return undefined;
  const figure = (name: string): number | undefined => {
    const value = headerValue(outcome.answer.headers, name);
    return value !== undefined && /^\d{1,9}$/u.test(value) ? Number(value) : undefined;
  };
  const remaining = figure("x-ratelimit-remaining");
  return remaining === undefined ? undefined : { remaining, limit: figure("x-ratelimit-limit") };
}

/** True for no whole answer, and for a 5xx. */
function isTrouble({ outcome }: Exchange): boolean {
  return outcome.kind === "failure" || outcome.answer.status >= 500;
}
