import type { ClientEntries } from "./client-entry.ts";
import { pool, sameTarget } from "./tasks.ts";

const constant = (n: number) => (n > 6 ? undefined : 1000);

/** Clients of several tasks, with one fault. */
export const badTasks: ClientEntries = {
  "tasks-wait-alone": {
    title: "lets each of six tasks wait after its own 429 alone",
    fails: ["CLIENT-4"],
    why: "a retry layer for each connection",
    hooks: (right) => ({ ...pool(6)(right), sharesWaits: false }),
  },
  "two-tasks-wait-alone": {
    title: "lets the second of two tasks go on while the first waits",
    fails: ["CLIENT-4"],
    why: "two threads with a session each",
    hooks: (right) => ({ ...pool(2)(right), sharesWaits: false }),
  },
  "tasks-constant": {
    title: "lets six tasks wait together, 1 s each time, where there is no Retry-After",
    fails: ["CLIENT-8"],
    warns: ["CLIENT-9"],
    why: "a gate with a fixed delay",
    hooks: (right) => ({ ...pool(6)(right), backoffMs: constant }),
  },
  "tasks-shrinking": {
    title: "lets four tasks wait together, less and less, where there is no Retry-After",
    fails: ["CLIENT-8"],
    warns: ["CLIENT-9"],
    why: "the time that is left is divided by the tries that are left",
    hooks: (right) => ({ ...pool(4)(right), backoffMs: (n) => (n > 6 ? undefined : 3000 / n) }),
  },
  "same-target-constant": {
    title: "lets four tasks that ask for the same list wait 1 s each time where there is no Retry-After",
    fails: ["CLIENT-8"],
    warns: ["CLIENT-9"],
    why: "a gate with a fixed delay",
    hooks: (right) => ({ ...sameTarget(4)(right), backoffMs: constant }),
  },
  "tasks-come-at-once": {
    title: "lets six tasks come back at once where there is no Retry-After, and wait then",
    fails: ["CLIENT-7"],
    why: "the backoff begins with the second refusal",
    hooks: (right) => ({
      ...pool(6)(right),
      backoffMs: (n) => (n > 6 ? undefined : n === 1 ? 0 : 500 * 2 ** (n - 2)),
    }),
  },
  "tasks-retry-constantly": {
    title: "lets one of six tasks try again after 1 s each time, while the others go on",
    warns: ["CLIENT-23"],
    why: "a retry with a fixed delay",
    hooks: (right) => ({
      ...pool(6)(right),
      afterFailure: ({ method }, n) => (method === "POST" || n > 4 ? undefined : 1000),
    }),
  },
  "tasks-after-401": {
    title: "lets each of three tasks finish its work after a 401",
    warns: ["CLIENT-21"],
    why: "each task handles its own errors",
    hooks: (right) => ({
      ...pool(3)(right),
      repeats: (status) => (status === 401 ? 2 : 0),
    }),
  },
};
