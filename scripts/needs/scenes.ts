import { circumstancesOf, simulateRun } from "#bench/simulation.ts";
import { loadGenerators } from "#core/check/inputs/generate.ts";
import { VirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import type { Run } from "#core/run/result.ts";
import { loadBedServers } from "#proof/bed.ts";
import type { Job } from "#proof/job.ts";
import { conductOf, createPerformer } from "#proof/perform.ts";
import { type Player, pairOf, playServer } from "#proof/play.ts";
import { failing } from "#reference-server/fault-parts.ts";
import { textResponse } from "#reference-server/message.ts";
import { NoAnswer } from "#reference-server/refusal.ts";
import type { ReferenceServer } from "#reference-server/server.ts";
import { trivialServers } from "#reference-server/trivial.ts";
import { correct, playLax, playOn, playReplicas, prepared, serverOf } from "#testing/proof/bed.ts";
import {
  behind,
  conforming,
  type GuardedServer,
  guardedServers,
  page,
  playGuarded,
} from "#testing/proof/guarded-servers.ts";
import { unusualServers } from "./unusual-servers.ts";

/** What a run came to, as far as it can be held against another. */
export interface Shown {
  /** Outcome, reason and root cause. */
  readonly outcome: string;
  readonly failed: readonly string[];
  readonly passed: readonly string[];
  /** Causes and reasons. */
  readonly said: string;
  readonly requests: number;
  /** Requests within a back-off, and bans. */
  readonly rude: number;
  readonly ms: number;
  /** False where what is answered depends on how many requests came before: another order is another run. */
  readonly isSteady: boolean;
}

interface Scene {
  readonly name: string;
  readonly play: () => Promise<Shown | undefined>;
}

/** Groups of runs: those that show most of the engine first. */
export const groups = ["guarded", "trivial", "more", "variants", "simulated", "faults"] as const;
export type Group = (typeof groups)[number];

const simulations = 40;

/** Every so many faults: their checks differ, and not what the engine does. */
const everyNthFault = 16;

export async function scenesOf(group: Group): Promise<readonly Scene[]> {
  await loadGenerators();
  switch (group) {
    case "variants":
      return [
        await sceneOfJob({ server: { kind: "reference", id: "" }, profile: "standard" }),
        ...(await scenesOfBed("variant")),
      ];
    case "faults":
      return scenesOfBed("fault");
    case "trivial":
      return Promise.all(
        trivialServers.map(({ id }) => sceneOfJob({ server: { kind: "trivial", id }, profile: "standard" })),
      );
    case "guarded":
      return Object.keys(guardedServers).map((name) => ({
        name,
        play: async () => shownBy(await playGuarded(name), Object.hasOwn(conforming, name)),
      }));
    case "simulated":
      return Array.from({ length: simulations }, (_, i) => sceneOfSimulation(i + 1));
    case "more":
      return [
        ...Object.entries(more),
        ...Object.entries(unusualServers).map(([name, server]) => [name, () => playUnusual(server)] as const),
      ].map(([name, run]) => ({ name, play: async () => shownBy(await run()) }));
  }
}

let performer: ReturnType<typeof createPerformer> | undefined;
const last: { run?: Run } = {};

async function sceneOfJob(job: Job): Promise<Scene> {
  performer ??= createPerformer((_, run) => {
    last.run = run;
  });
  const perform = await performer;
  return {
    name: job.server.id || "the correct server",
    play: async () => {
      await perform(job);
      if (last.run === undefined) throw new Error("nothing was played");
      // One that answers everything alike fails most: in which order is nobody's need.
      return shownBy(last.run, job.server.kind !== "trivial");
    },
  };
}

async function scenesOfBed(kind: "fault" | "variant"): Promise<readonly Scene[]> {
  const own = (await loadBedServers()).filter((server) => server.kind === kind);
  const servers = own.filter((_, nth) => kind === "variant" || nth % everyNthFault === 0);
  return Promise.all(servers.map(({ id }) => sceneOfJob({ server: { kind, id }, profile: "standard" })));
}

function sceneOfSimulation(seed: number): Scene {
  return {
    name: `simulation ${seed}`,
    play: async () => {
      const { run, seen } = await simulateRun(circumstancesOf(seed), prepared);
      return run && { ...shownBy(run, false), rude: seen.impatient + seen.banned };
    },
  };
}

const replicas = (id: string, balance: "request" | "connection") =>
  playReplicas(serverOf(id), balance, { seed: 3, rounds: 4 });
const playAt = (address: string, handle: ReferenceServer["handle"]) =>
  playServer({ handle }, new URL(address), new VirtualClock(Date.UTC(2026, 2, 4)), prepared);
/** As nginx answers plain http on a port that speaks TLS. */
function playPlainHttp(): Promise<Run> {
  const text =
    "<title>400 The plain HTTP request was sent to HTTPS port</title><h1>400 Bad Request</h1>nginx";
  const answer = textResponse(400, "text/html", `<html>${text}</html>`);
  return playAt("http://plain.test/v1", async () => answer);
}

/** How long it takes is then a matter of how many requests wait for one another. */
const playUnusual = (server: GuardedServer) => playOn(server, {}, { latencyMs: () => server.latencyMs ?? 0 });
/** As a service that others load for a while. */
function stalling(): Promise<Run> {
  let answers = 0;
  const latencyMs = () => {
    answers += 1;
    return answers >= 62 && answers < 78 ? 3000 : 400;
  };
  return playOn("limit-of-ten-seconds", { probe: true }, { latencyMs });
}
const farAway = (player: Player) => playOn(player, {}, { latencyMs: () => 100 });
const withRoom = (id?: string): Player => {
  const player = id === undefined ? correct : serverOf(id);
  return { ...player, stage: { ...player.stage, plan: "pro" } };
};

/** What no server of the bed shows by itself: options, rounds, depth, and room for more requests. */
const more: Readonly<Record<string, () => Promise<Run>>> = {
  "ten minutes for a small limit": () => playOn(correct, { maxDurationMs: 600_000 }),
  "accepts any body": () => playLax({ title: "accepts any body" }).then(({ run }) => run),
  "accepts any body, five creates at most": () =>
    playLax({ title: "accepts any body" }, { maxCreates: 5 }).then(({ run }) => run),
  "four rounds, replicas by request": () => replicas("filter-ignored", "request"),
  "four rounds, replicas by connection": () => replicas("query-before-key", "connection"),
  "four rounds, correct": () => playOn(withRoom(), { rounds: 4 }),
  thorough: () => playOn(withRoom(), { profile: "thorough" }),
  "thorough, limits wrong": () => playOn(withRoom("one-more"), { profile: "thorough" }),
  "stalls while it is probed, forty in ten seconds": stalling,
  "the limit enforced for one request in four": () => playOn("enforced-now-and-then"),
  "429 to every invalid key": () => playOn("wrong-keys-limited-from-the-first"),
  "the Reset of the first window for ever": () => playOn("reset-of-the-first-window"),
  "half of each list after a minute": () => playOn("half-listed-after-a-minute"),
  "thorough, Reset in milliseconds": () => playOn("reset-in-milliseconds", { profile: "thorough" }),
  "far away, no limit, an empty store": () =>
    farAway(pairOf(serverOf("no-rate-limits"), serverOf("empty-store"))),
  "thorough, locks out": () => playOn("locks-out", { profile: "thorough" }),
  "a gateway's 503 from the last request on": async () => {
    const stage = { plan: "pro" } as const;
    const { exchanges } = await playOn({ ...correct, stage });
    const gone = behind(() => (nth) => (nth >= exchanges.length ? page(503) : undefined));
    return playUnusual({ ...gone, stage });
  },
  "thorough, far away, forty in ten seconds": () =>
    playOn("limit-of-ten-seconds", { profile: "thorough", probe: true }, { latencyMs: () => 400 }),
  "thorough, no limit, and pets that leave lists after nine seconds": () =>
    playOn(pairOf(serverOf("no-rate-limits"), serverOf("cleared-from-lists-late")), { profile: "thorough" }),
  "thorough, lost when read twice": () => playOn("lost-when-read-twice", { profile: "thorough" }),
  "thorough, names cut": () => playOn("name-cut-at-40", { profile: "thorough" }),
  "a full store, and at most four kilobytes of a body": () =>
    playOn(withRoom("full-store"), { maxBodyBytes: 4000 }),
  "never answers a read by id": () =>
    playOn({ ...correct, hooks: failing("getPet", new NoAnswer("silence")), stage: { plan: "none" } }),
  "accepts connections, and answers nothing": () =>
    playAt("https://silent.test/v1", () => new Promise<never>(() => undefined)),
  "plain http at a port of https": playPlainHttp,
};

function shownBy(run: Run, isSteady = true): Shown {
  const { outcome, reason, verdicts, rootCause, causes, requests, suiteErrors, cases, rounds } = run;
  const { inBackOff, ms } = conductOf(run, prepared.contract);
  const idsOf = (wanted: string) => verdicts.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);
  return {
    outcome: [outcome, reason, rootCause?.kind, ...suiteErrors.map(({ message }) => message)]
      .filter(Boolean)
      .join(" "),
    failed: idsOf("fail"),
    passed: idsOf("pass"),
    said: JSON.stringify([
      rootCause && { ...rootCause, exchange: undefined },
      causes.map(({ leading, consequences, form, pattern, finding, tried }) => [
        ...[leading, consequences, form, pattern, tried],
        finding.generated,
      ]),
      verdicts.map(({ reason: why, remedy, hangsOn, cause, findings }) => [
        ...[why, remedy, hangsOn, findings.map(({ generated }) => generated)],
        cause?.kind === "control" ? cause.failed : undefined,
      ]),
      [cases.tested, cases.total, rounds?.missed],
    ]),
    requests: requests.total,
    rude: Object.values(inBackOff).reduce((sum, count) => sum + count, 0),
    ms,
    isSteady,
  };
}
