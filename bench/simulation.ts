import { loadGenerators } from "#core/check/inputs/generate.ts";
import { hexDigits, integerBetween, seededRandom } from "#core/check/inputs/random.ts";
import type { PreparedSuite } from "#core/check/suite.ts";
import type { Clock } from "#core/exchange/clock/clock.ts";
import { VirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import { headerValue } from "#core/exchange/exchange.ts";
import { parseRetryAfter } from "#core/exchange/pacing/rate-headers.ts";
import { defaultOptions } from "#core/run/options.ts";
import { maxDuration } from "#core/run/setting.ts";
import { playServer } from "#proof/play.ts";
import type { Hooks } from "#reference-server/hooks/call.ts";
import { type Limited, limitedBy } from "#reference-server/limiters/limited.ts";
import { limiterKinds } from "#reference-server/limiters/limits.ts";
import {
  correctHooks,
  ReferenceServer,
  type ServerRequest,
  type ServerResponse,
} from "#reference-server/server.ts";
import { loadCatalogue } from "#suites/catalogue.ts";
import { loadContract } from "#suites/petstore/document.ts";
import { suite } from "#suites/registry.ts";

/** The seeds from 1 to a number: 2 in `npm test`, 100 in CI, 10,000 in the bench. */
export function firstSeeds(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** One run for each seed, one after another. Equal seeds give equal reports. All times are virtual. */
export async function simulate(seeds: readonly number[]) {
  // Loading takes the machine's time, in which the virtual clock would jump.
  await loadGenerators();
  const contract = await loadContract();
  const asked = { contract, suite, requirements: loadCatalogue(contract) };
  /** Runs that did what they must not: sent while they were asked to wait, were banned, blamed a correct server, or did not end. */
  const offences: { seed: number; circumstances: string; findings: readonly string[] }[] = [];
  const outcomes: Record<string, number> = {};
  /** As the servers saw them. */
  const sums = { requests: 0, refused: 0 };
  for (const seed of seeds) {
    const met = circumstancesOf(seed);
    const { run, seen } = await simulateRun(met, asked);
    const findings = findingsIn({ run, seen }, met);
    if (findings.length > 0) offences.push({ seed, circumstances: JSON.stringify(met), findings });
    sums.requests += seen.requests;
    sums.refused += seen.refused;
    if (run === undefined) continue;
    const outcome = run.reason === undefined ? run.outcome : `${run.outcome}: ${run.reason}`;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return { offences, ...sums, outcomes };
}

function findingsIn(
  { run, seen }: Awaited<ReturnType<typeof simulateRun>>,
  met: Circumstances,
): readonly string[] {
  const patience = [
    ...(seen.impatient > 0 ? [`${seen.impatient} requests were sent within a back-off`] : []),
    ...(seen.banned > 0 ? ["the key was banned"] : []),
  ];
  if (run === undefined) return [...patience, "the run did not end"];
  const blamed = run.verdicts
    .filter(({ level, verdict }) => level === "must" && verdict === "fail")
    // Ruling 21: after three waits a 429 fails, though others may use the key. Where nothing is announced, no answer shows them.
    .filter(({ id }) => id !== "RATE-14" || met.announces || met.othersShare === 0)
    .map(({ id, findings: [first] }) => `${id} fails: expected ${first?.expected}; got ${first?.seen}`);
  const mistakes = run.suiteErrors.map(({ where, message }) => `the suite failed in ${where}: ${message}`);
  return [...patience, ...blamed, ...mistakes];
}

type Circumstances = ReturnType<typeof circumstancesOf>;

/** What one simulated run meets; drawn from its seed alone. */
export function circumstancesOf(seed: number) {
  const random = seededRandom(seed, "circumstances");
  const oneOf = <Value>(values: readonly [Value, ...Value[]]): Value =>
    values[integerBetween(random, 0, values.length - 1)] ?? values[0];
  const chance = (share: number) => random() < share;
  const [first = "fixed-window", ...others] = limiterKinds;
  const kind = oneOf([first, ...others]);
  // Even over the orders of magnitude: small limits are where a run is most in the way.
  const limit = Math.round(5 * 200 ** random());
  const windowMs = integerBetween(random, 5, 120) * 1000;
  const skewOf = oneOf(["server", "Date"] as const);
  return {
    seed,
    kind,
    limit,
    windowMs,
    /** A daily limit beside it. */
    perDay: chance(0.15) ? limit * integerBetween(random, 5, 50) : undefined,
    by: chance(0.25) ? "key-and-operation" : "key",
    refunds: chance(0.2),
    countsRefusals: chance(0.2),
    /** How far the server's clock is ahead of the run's. */
    skewMs: integerBetween(random, -4000, 4000),
    /** Whether Date alone is off, and the limiter's clock agrees with the run's. */
    skewOf,
    // A date is recognised by the clock that Date is recognised by, or it means another instant.
    retryAfterAs: skewOf === "server" && chance(0.25) ? "date" : "seconds",
    /** How much of the limit another client with the same key uses. */
    othersShare: chance(0.4) ? 0 : random() * 0.8,
    /** The longest way there and back. */
    latencyMs: integerBetween(random, 1, 300),
    concurrency: integerBetween(random, 1, 16),
    seedPets: oneOf([30, 30, 30, 3, 0, 130]),
    /** Whether responses carry the X-RateLimit headers; a limit may be kept and never announced (ruling 19). */
    announces: !chance(0.1),
    profile: chance(0.1) ? "thorough" : "standard",
  } as const;
}

interface Seen {
  requests: number;
  refused: number;
  /** Those that arrived within a back-off and were sent after its 429 had been received. */
  impatient: number;
  /** Those that were answered that the key is banned. */
  banned: number;
}

const startsAtMs = Date.parse("2026-03-04T05:06:07.250Z");
const key = "simulation-key-8e41";
/** Of nothing else that the server answers. */
const banStatus = 403;
/** A run that takes longer does not end: `--max-duration` is half of it. */
const farTooLongMs = 2 * maxDuration({ ...defaultOptions, seed: 0, runId: "" });

/** One run against a correct server under these circumstances, on a virtual clock. */
export async function simulateRun(met: Circumstances, asked: PreparedSuite) {
  const clock = new VirtualClock(startsAtMs);
  const serverNow = () => Math.floor(clock.now()) + (met.skewOf === "server" ? met.skewMs : 0);
  const limited = limiterOf(met);
  const server = new ReferenceServer({
    now: serverNow,
    keys: [key],
    seedPets: met.seedPets,
    hooks: serverHooks(met, limited),
  });
  const catchUp = otherClient(met, serverNow(), (operation, nowMs) => {
    limited.useBy(key, { operation, nowMs });
  });
  const handle = (request: ServerRequest) => {
    catchUp(serverNow());
    return server.handle(request);
  };
  const between = network(handle, met, clock, serverNow);
  const ended = new AbortController();
  const run = await Promise.race([
    playServer({ handle: between.carry }, new URL("https://reference.localhost/v1"), clock, {
      ...asked,
      options: {
        seed: met.seed,
        runId: hexDigits(seededRandom(met.seed, "run id"), 20),
        concurrency: met.concurrency,
        profile: met.profile,
      },
      key,
    }),
    clock.sleep(farTooLongMs, ended.signal).then(
      () => undefined,
      () => undefined,
    ),
  ]);
  ended.abort();
  return { run, seen: between.seen };
}

function limiterOf({ kind, by, refunds, countsRefusals, ...met }: Circumstances) {
  const { limit, windowMs, perDay, concurrency } = met;
  const daily = perDay === undefined ? [] : [{ limit: perDay, windowMs: 86_400_000 }];
  return limitedBy({
    ...{ kind, by, refunds, countsRefusals },
    policies: [{ limit, windowMs }, ...daily],
    // As many as may have been on their way, and as many as may have been sent while the 429 was.
    ban: { afterRequests: 2 * concurrency, forMs: 600_000, status: banStatus },
  });
}

function serverHooks(
  { skewOf, skewMs, retryAfterAs, announces }: Circumstances,
  limited: Limited,
): Partial<Hooks> {
  const hooks: Partial<Hooks> = { ...limited.hooks(correctHooks) };
  if (!announces) hooks.rateHeaders = () => [];
  if (skewOf === "Date") {
    hooks.dateHeader = (call) => correctHooks.dateHeader({ ...call, nowMs: call.nowMs + skewMs });
  }
  if (retryAfterAs === "date") {
    hooks.retryAfter = ({ retryAtMs }) => new Date(Math.ceil(retryAtMs / 1000) * 1000).toUTCString();
  }
  return hooks;
}

const operations = ["listPets", "createPet", "getPet", "storeOrders"] as const;

/**
 * Another client with the same key: requests at random instants, so many on average in a window. What it gives lets it
 * send all that it would have sent by now.
 */
function otherClient(
  { seed, limit, windowMs, othersShare }: Circumstances,
  startMs: number,
  use: (operation: string, nowMs: number) => void,
): (nowMs: number) => void {
  const random = seededRandom(seed, "other client");
  const betweenMs = windowMs / (limit * othersShare);
  // Exponential gaps: arrivals without memory.
  const gapMs = () => -Math.log(1 - random()) * betweenMs;
  // It was there before the run.
  let nextMs = startMs - windowMs + gapMs();
  return (nowMs) => {
    for (; nextMs <= nowMs; nextMs += gapMs())
      use(operations[integerBetween(random, 0, operations.length - 1)] ?? "listPets", Math.floor(nextMs));
  };
}

/** The ways between a run and a server, and who waited on them for what. @param serverNow its own time, in ms since the epoch */
function network(
  handle: ReferenceServer["handle"],
  { seed, latencyMs }: Circumstances,
  clock: Clock,
  serverNow: () => number,
) {
  const random = seededRandom(seed, "network");
  // Never a whole number, so that no two requests arrive or leave at one instant.
  const wayMs = () => (random() * latencyMs) / 2;
  /** By key, since ruling 37 has each wait for its own: the latest time that its 429s name, on the server's clock. */
  const namedUntilMs = new Map<string, number>();
  const seen: Seen = { requests: 0, refused: 0, impatient: 0, banned: 0 };

  return {
    async carry(request: ServerRequest): Promise<ServerResponse> {
      const sender = headerValue(request.headers, "authorization") ?? "";
      const namedBeforeSending = namedUntilMs.get(sender) ?? 0;
      await clock.sleep(wayMs());
      if (serverNow() < namedBeforeSending) seen.impatient += 1;
      const answer = await handle(request);
      seen.requests += 1;
      if (answer.status === 429) seen.refused += 1;
      if (answer.status === banStatus) seen.banned += 1;
      const untilMs = answer.status === 429 ? namedMs(answer, serverNow()) : 0;
      await clock.sleep(wayMs());
      namedUntilMs.set(sender, Math.max(namedUntilMs.get(sender) ?? 0, untilMs));
      return answer;
    },
    seen,
  };
}

function namedMs({ headers }: ServerResponse, nowMs: number): number {
  const named = parseRetryAfter(headerValue(headers, "retry-after") ?? "");
  if (named === undefined) return 0;
  return named.kind === "seconds" ? nowMs + named.seconds * 1000 : named.atMs;
}
