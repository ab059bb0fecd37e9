import type { GeneratedInput } from "../exchange/exchange.ts";
import { defaultMaxBodyBytes, maxBodyRange } from "../exchange/failure.ts";
import {
  bytes,
  choice,
  type Declared,
  date,
  flag,
  optionTable,
  pattern,
  seconds,
  text,
  type Values,
  valuesOf,
  whole,
} from "../options/option.ts";

const selector = {
  value: text("a requirement's id or an area"),
  placeholder: "ID|SLUG|AREA",
  repeatable: true,
  separator: /,/,
} as const;

/**
 * The options that shape a run, in the order of the help, by their names in the library. A new one is a row here: the
 * command line, the configuration file and the library read it, `RunOptions` has it, and whoever needs it uses it.
 */
export const runOptions = optionTable({
  profile: {
    value: choice("quick", "standard", "thorough"),
    default: "standard",
    help: "How deep: quick (no writes, at most 15 requests), standard (at most 160) or thorough (at most 595); in addition the over-limit probe and, where something fails, at most 8 requests to find out why.",
  },
  only: {
    ...selector,
    value: text("a requirement's id, an area, or words of its sentence"),
    placeholder: "ID|SLUG|AREA|WORDS",
    help: "Report these requirements only, named or chosen by words that their sentences have ('rate limit'). The whole profile is sent nevertheless, so their verdicts are those of a whole run.",
  },
  skip: {
    ...selector,
    inFileOnly: true,
    help: "Leave these requirements out of the report. The requests stay the same; only the over-limit probe is left out, if all of its requirements are skipped.",
  },
  require: { ...selector, help: "These must be tested: the run is inconclusive where one of them is not." },
  minCases: {
    value: whole(1, 100),
    placeholder: "PERCENT",
    help: "The percentage of the profile's cases that must be tested: with less, the run is inconclusive. Without it, a run with less than 90 is 'conforming so far'.",
  },
  readOnly: { value: flag, default: false, help: "Send no POST: nothing is created." },
  strict: { value: flag, default: false, help: "A failed should makes the exit code 1." },
  seed: {
    value: whole(0, 4_294_967_295),
    otherwise: "a new one",
    help: "Seeds the run's random choices: the same seed gives the same requests.",
  },
  runId: {
    value: pattern(/^[0-9a-f]{20}$/, "20 hex digits in lower case", "00112233445566778899"),
    otherwise: "80 random bits",
    placeholder: "HEX",
    help: "Part of the names of created resources.",
  },
  /** Read by the deprecation's judging only (ruling 23). */
  now: { value: date, otherwise: "today", help: "Judge the deprecation as if today were this day." },
  rateLimit: {
    value: choice("auto", "required", "off"),
    default: "auto",
    help: "Whether rate limits apply; auto: as soon as one rate-limit header is seen.",
  },
  /** True: asked for by name. */
  probe: {
    value: flag,
    default: false,
    help: "Exceed the rate limit on purpose at the end of the run, even where the profile would not.",
  },
  rounds: {
    value: whole(1, 1000),
    otherwise: "1; with `for` as many as fit",
    inFileOnly: true,
    help: "Play the cases this many times, each time in another order, with other inputs and on other connections.",
  },
  forMs: {
    name: "for",
    value: seconds(1, 86_400),
    inFileOnly: true,
    help: "Begin new rounds until this time has passed.",
  },
  maxRequests: {
    value: whole(1, 100_000),
    default: 5000,
    inFileOnly: true,
    help: "Send no more requests than this.",
  },
  maxCreates: {
    value: whole(0, 10_000),
    otherwise: "25; 140 in thorough",
    help: "Create no more resources than this.",
  },
  maxDurationMs: {
    name: "max-duration",
    value: seconds(1, 86_400),
    otherwise: "15m",
    help: "End the run after this time. If it is given, standard waits for the rate limit and sends as many of its cases as fit in.",
  },
  maxBurst: {
    value: whole(1, 10_000),
    otherwise: "120; 1500 in thorough",
    help: "The over-limit probe is sent where at most so many requests are left of the limit.",
  },
  maxWaitMs: {
    name: "max-wait",
    value: seconds(0, 86_400),
    default: 75_000,
    inFileOnly: true,
    help: "The longest wait for a rate limit to reset.",
  },
  consistencyWaitMs: {
    name: "consistency-wait",
    value: seconds(0, 600),
    default: 2_000,
    inFileOnly: true,
    help: "How long a new resource may be missing from a list, and reads may lag behind a change.",
  },
  trace: {
    value: flag,
    default: false,
    inFileOnly: true,
    help: "Send a traceparent header with each request; reports name each trace id, to find the request in the service's log.",
  },
  concurrency: { value: whole(1, 64), default: 6, inFileOnly: true, help: "Requests in flight at once." },
  timeoutMs: {
    name: "timeout",
    value: seconds(0.1, 600),
    default: 10_000,
    inFileOnly: true,
    help: "For one request, from sending to the last byte.",
  },
  /** On the wire, and once its content codings are undone. */
  maxBodyBytes: {
    name: "max-body",
    value: bytes(maxBodyRange.least, maxBodyRange.most),
    default: defaultMaxBodyBytes,
    inFileOnly: true,
    help: "How much of one body is read: 8MB, 500kB, 2097152.",
  },
});

/** Values that are drawn at random if they are not given. */
export interface Drawn {
  readonly seed: number;
  /** 20 hex digits. */
  readonly runId: string;
}

/** The options that shape a run, as given or by default. */
type Given = Values<typeof runOptions>;

/** What shapes a run, after the command line and the configuration file are merged and checked. Holds no secret. */
export interface RunOptions extends Omit<Given, keyof Drawn>, Drawn {
  /** The suite's own settings, as given. */
  readonly declared: Declared;
  /**
   * The requirements of `only` that were chosen by words and not by id. As with an area, only the cases that the
   * profile promises must be tested.
   */
  readonly chosenByWords: readonly string[];
  /** The only generated input that is sent, of those that the seed draws; undefined: all of them. */
  readonly replay: GeneratedInput | undefined;
}

export function runOptionsOf(given: Given, declared: Declared, drawn: Drawn): RunOptions {
  const { seed = drawn.seed, runId = drawn.runId } = given;
  return { ...given, declared, chosenByWords: [], replay: undefined, seed, runId };
}

/** The options of a run for which none was given; its seed and id are drawn. */
export const defaultOptions = {
  ...valuesOf(runOptions, () => undefined),
  ...{ declared: {}, chosenByWords: [], replay: undefined },
};
