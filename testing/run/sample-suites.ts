import { stepRef } from "#core/check/case.ts";
import { type Check, type Scenario, scenario } from "#core/check/check.ts";
import { served } from "#core/check/expectation.ts";
import { answeredWith } from "#core/check/facts.ts";
import type { Step } from "#core/check/inputs/step.ts";
import { jsonOf } from "#core/check/json-body.ts";
import type { Requirement } from "#core/check/requirement.ts";
import type { Verdict, VerdictKind } from "#core/check/results/verdict.ts";
import type { Suite } from "#core/check/suite.ts";
import { VirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import type { Failure, RequestSpec } from "#core/exchange/exchange.ts";
import { InProcessTransport } from "#core/exchange/transport/in-process.ts";
import { type StartInput, startRun } from "#core/run/engine.ts";
import { defaultOptions, type RunOptions } from "#core/run/options.ts";
import type { Run, RunEvent } from "#core/run/result.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { causesOf } from "#suites/petstore/diagnosis/causes.ts";
import { loadContract } from "#suites/petstore/document.ts";
import { saidWords } from "../report/sample-run.ts";

/** A target for tests: what it answers to the request of a step, by the step's label. */
export interface Reply {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly failure?: Failure["kind"];
  readonly takesMs?: number;
}

/** One for every time, or one a time (after the last: 200 with an empty list), or by the how manieth time it is. */
export type Replies = Reply | readonly Reply[] | ((nth: number, nowMs: number) => Reply);

/** The header fields that announce a limit. */
export const rateFields = (limit: number, remaining: number, resetAtSeconds: number) => ({
  "X-RateLimit-Limit": String(limit),
  "X-RateLimit-Remaining": String(remaining),
  "X-RateLimit-Reset": String(resetAtSeconds),
});

export interface Scene {
  readonly checks?: readonly Check[];
  readonly steps?: readonly Step[];
  readonly replies?: Readonly<Record<string, Replies>>;
  readonly options?: Partial<RunOptions>;
  readonly suite?: Partial<Suite>;
  readonly requirements?: readonly Requirement[];
  readonly input?: Partial<StartInput>;
  /** How many idle connections are used again; none unless said. */
  readonly keptConnections?: number;
  /** Told each request as it arrives. */
  readonly onRequest?: (label: string, nowMs: number) => void;
}

export interface Played {
  readonly run: Run;
  /** What the target received, in order. */
  readonly received: readonly { readonly label: string; readonly atMs: number; readonly key: boolean }[];
  /** The labels of what was received. */
  readonly labels: readonly string[];
  readonly events: readonly RunEvent[];
  /** How often the target received the request of a step. */
  times(label: string): number;
  verdict(id: string): Verdict;
  verdicts(...ids: readonly string[]): readonly VerdictKind[];
}

export const sampleContract = await loadContract();

/** A step that sends `GET /<label>` with the valid key. */
export function step(
  label: string,
  given: Partial<Step> & { readonly spec?: Partial<RequestSpec> } = {},
): Step {
  const { spec, ...rest } = given;
  const request: RequestSpec = { method: "GET", path: `/${label}`, credential: { kind: "valid" }, ...spec };
  return { ...stepRef(label), profile: "quick", request: () => request, ...rest };
}

export const wrongKey: RequestSpec["credential"] = {
  kind: "other",
  header: "Authorization",
  value: "Bearer wrong",
  about: "a wrong key",
  secret: false,
};

/** Promises a case a step, each of which is to be answered 200. */
export function expects200(about: string, ...steps: readonly Step[]): Scenario {
  return scenario(about, () => steps.map((s) => ({ step: s, expect: served(200) })));
}

export function requirement(id: string, given: Partial<Requirement> = {}): Requirement {
  const area = id.slice(0, id.lastIndexOf("-"));
  const slug = `do-${id.toLowerCase()}`;
  return {
    id,
    slug,
    area,
    level: "must",
    clause: "Endpoints",
    places: ["Endpoints"],
    group: "",
    rulings: [],
    operations: [],
    text: id,
    ...given,
  };
}

const held = { steps: [], missing: () => undefined };

/** A suite that asks for nothing. */
export const sampleSuite: Suite = {
  load: async () => sampleContract,
  settings: {},
  requirements: () => [],
  checks: [],
  steps: () => [],
  positiveControls: { listPets: held, createPet: held, getPet: held, storeOrders: held },
  words: saidWords,
  preflight: {
    operation: "listPets",
    isService: (exchange) => answeredWith(exchange, 200) && jsonOf(exchange)?.kind === "array",
    list: stepRef("list"),
    create: stepRef("create"),
    withoutKey: stepRef("no key"),
    size: () => undefined,
    unsentList: () => undefined,
  },
  rootCause: () => undefined,
  causes: async (...found) => causesOf(...found),
  renewed: () => undefined,
  concerned: () => [],
  notes: () => [],
  notApplicable: () => undefined,
  probe: {
    about: [],
    request: { method: "GET", path: "/probe", credential: { kind: "valid" } },
    burst: stepRef("probe"),
    recovery: stepRef("recovery"),
    between: stepRef("between"),
    isDaily: (limit) => limit === 10_000,
  },
  traffic: { lone: [], keyed: [] },
};

/** Runs a few steps and checks against a target in this process, on a virtual clock that begins at 0. */
export async function playScene(scene: Scene): Promise<Played> {
  const { checks = [], steps = [], replies = {}, options = {} } = scene;
  const clock = new VirtualClock(0);
  const received: { label: string; atMs: number; key: boolean }[] = [];
  const events: RunEvent[] = [];
  const arrived = new Map<string, number>();
  const transport = new InProcessTransport(
    async ({ target, headers }) => {
      const label = decodeURIComponent(target.split("/").at(-1) ?? "").replace(/\?.*/, "");
      const nth = (arrived.get(label) ?? 0) + 1;
      arrived.set(label, nth);
      received.push({
        label,
        atMs: clock.now(),
        key: headers.some(([, value]) => value === "Bearer the-key"),
      });
      scene.onRequest?.(label, clock.now());
      const reply = replyOf(replies[label], nth, clock.now());
      if (reply.takesMs !== undefined) await clock.sleep(reply.takesMs);
      if (reply.failure !== undefined)
        return { failure: { kind: reply.failure, phase: "headers", message: reply.failure } };
      const { status = 200, body = "[]" } = reply;
      return { status, headers: Object.entries(reply.headers ?? {}), body: new TextEncoder().encode(body) };
    },
    clock,
    { keptConnections: scene.keptConnections ?? 0 },
  );
  const run = await startRun({
    contract: sampleContract,
    suite: { ...sampleSuite, checks, steps: () => [step("list"), ...steps], ...scene.suite },
    requirements: scene.requirements ?? [...new Set(checks.map((c) => c.about))].map((id) => requirement(id)),
    options: sampleOptions(options),
    transport,
    clock,
    clockKind: "virtual",
    baseUrl: new URL("http://pets.test/v1"),
    target: "http://pets.test/v1",
    key: "the-key",
    extraHeaders: [],
    signal: new AbortController().signal,
    secrets: new Secrets(),
    onEvent: (event) => void events.push(event),
    ...scene.input,
  });
  const verdict = (id: string) => {
    const found = run.verdicts.find((v) => v.id === id);
    if (found === undefined) throw new Error(`no verdict on ${id}`);
    return found;
  };
  const verdicts = (...ids: readonly string[]) => ids.map((id) => verdict(id).verdict);
  const labels = received.map(({ label }) => label);
  const times = (label: string) => labels.filter((one) => one === label).length;
  return { run, received, labels, events, times, verdict, verdicts };
}

function replyOf(replies: Replies | undefined, nth: number, nowMs: number): Reply {
  if (typeof replies === "function") return replies(nth, nowMs);
  return isSeries(replies) ? (replies[nth - 1] ?? {}) : (replies ?? {});
}

function isSeries(replies: Replies | undefined): replies is readonly Reply[] {
  return Array.isArray(replies);
}

/** Those of a run in which nothing is drawn. */
export function sampleOptions(given: Partial<RunOptions> = {}): RunOptions {
  return { ...defaultOptions, seed: 1, runId: "00112233445566778899", ...given };
}
