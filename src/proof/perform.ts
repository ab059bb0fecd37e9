import { answeredWith } from "#core/check/facts.ts";
import { integerBetween, seededRandom } from "#core/check/inputs/random.ts";
import type { Verdict } from "#core/check/results/verdict.ts";
import type { Contract } from "#core/contract/contract.ts";
import type { Credential, WholeExchange } from "#core/exchange/exchange.ts";
import { rateHeadersOf } from "#core/exchange/pacing/rate-headers.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import type { Revision, Stage } from "#reference-server/bed-server.ts";
import { extension } from "#reference-server/revisions/extension.variants.ts";
import { trivialServers } from "#reference-server/trivial.ts";
import { loadCatalogue } from "#suites/catalogue.ts";
import { loadContract } from "#suites/petstore/document.ts";
import { suite } from "#suites/registry.ts";
import { declaredOfExtension, loadBedServers, preparedExtension, serverWithId } from "./bed.ts";
import type { Conduct, FailedRequirement, Job, JobResult } from "./job.ts";
import { type Player, type PlayOptions, pairOf, play } from "./play.ts";

/** The server as it should be, on a stage. */
function correctOn(stage: Stage | undefined): Player {
  return {
    hooks: stage?.revision === "extension" ? extension : () => ({}),
    ...(stage !== undefined && { stage }),
  };
}

/**
 * Loads the bed and the suite once; what it returns plays one job after another.
 * @param onRun is given each run of the job, and whether it had room: of one of them the result is an extract
 */
export async function createPerformer(
  onRun?: (job: Job, run: Redacted<Run>, withRoom: boolean) => void,
): Promise<(job: Job) => Promise<JobResult>> {
  const contract = await loadContract();
  const first = { contract, suite, requirements: loadCatalogue(contract) };
  let later: ReturnType<typeof preparedExtension> | undefined;
  const preparedFor = (revision: Revision | undefined) => {
    if (revision === undefined) return first;
    later ??= preparedExtension();
    return later;
  };
  const servers = await loadBedServers();
  const playerOf = ({ server: { kind, id, revision }, and }: Job): Player => {
    // One that answers everything alike stands in the place of the correct one.
    if (kind === "reference" || kind === "trivial") return correctOn(revision && { revision });
    const one = serverWithId(id, servers);
    if (kind === "stage") return correctOn(one.stage);
    return and === undefined ? one : pairOf(one, serverWithId(and, servers));
  };
  return async (job) => {
    const { kind, id } = job.server;
    const { seedPets } = job;
    const asked = playerOf(job);
    const server = seedPets === undefined ? asked : { ...asked, stage: { ...asked.stage, seedPets } };
    const revision = server.stage?.revision;
    const trivial = kind === "trivial" ? serverWithId(id, trivialServers) : undefined;
    const given: PlayOptions = {
      ...(await preparedFor(revision)),
      ...optionsOf(job, revision),
      ...(trivial && { serve: () => trivial }),
    };
    const playWith = async (withRoom: boolean) => {
      const run = await play(withRoom ? withRoomFor(server) : server, given);
      onRun?.(job, run, withRoom);
      return resultOf(run, given.contract, withRoom);
    };
    const result = await playWith(job.withRoom ?? false);
    if (job.withRoom !== undefined || job.only !== undefined || job.profile !== "standard") return result;
    const breaks = kind === "fault" || kind === "variant" ? serverWithId(id, servers).breaks : [];
    const isCaught = result.failed.some((one) => breaks.includes(one.id));
    if (breaks.length === 0 || isCaught) return result;
    const found = await playWith(true);
    return found.failed.length > 0 ? found : result;
  };
}

/** On a plan that allows more requests than a standard run ever sends before its probe. */
function withRoomFor(server: Player): Player {
  return { ...server, stage: { ...server.stage, plan: server.stage?.plan ?? "pro" } };
}

function optionsOf(
  { profile, seed = 1, only = [], concurrency, jitterMs }: Job,
  revision: Revision | undefined,
) {
  const options = {
    ...{ profile, seed, only },
    ...(concurrency !== undefined && { concurrency }),
    ...(revision !== undefined && { declared: declaredOfExtension }),
  };
  if (jitterMs === undefined) return { options };
  const random = seededRandom(seed, "jitter");
  return { options, latencyMs: () => 2 * integerBetween(random, 0, Math.floor(jitterMs / 2)) };
}

function resultOf(run: Run, contract: Contract, withRoom: boolean): JobResult {
  return {
    outcome: run.outcome,
    exitCode: run.exitCode,
    reason: run.reason ?? null,
    verdicts: Object.fromEntries(
      run.verdicts.filter((v) => v.level !== "open").map((v) => [v.id, v.verdict]),
    ),
    failed: run.verdicts.flatMap(failedOf),
    suiteErrors: run.suiteErrors.map(({ where, message }) => `${where}: ${message}`),
    conduct: conductOf(run, contract),
    withRoom,
  };
}

/** What fails has a finding. */
function failedOf({ id, verdict, findings: [first] }: Verdict): FailedRequirement[] {
  if (verdict !== "fail" || first === undefined) return [];
  const { expected, seen, broken, of } = first;
  return [{ id, expected, seen, case: first.case.label, broken, of }];
}

export function conductOf(run: Run, contract: Contract): Conduct {
  const { requests, startedAtMs, endedAtMs, rootCause, causes } = run;
  return {
    requests: requests.total,
    creates: requests.writes,
    inBackOff: requestsInBackOff(run.exchanges, contract),
    ms: Math.round(endedAtMs - startedAtMs),
    cause: rootCause?.kind ?? causes[0]?.leading ?? null,
  };
}

function requestsInBackOff(
  exchanges: readonly WholeExchange[],
  contract: Contract,
): Readonly<Record<string, number>> {
  const backOffs = exchanges
    .filter((exchange) => answeredWith(exchange, 429))
    .map((exchange) => ({
      key: keyOf(exchange.request.credential),
      fromMs: exchange.times.endedAtMs,
      untilMs: exchange.times.endedAtMs + (rateHeadersOf(exchange).retryAfterMs ?? 0),
    }));
  const early = exchanges.filter(({ request, times: { sentAtMs } }) => {
    const key = keyOf(request.credential);
    return backOffs.some((one) => one.key === key && one.fromMs < sentAtMs && sentAtMs < one.untilMs);
  });
  const nameOf = ({ request }: WholeExchange) =>
    `${contract.operationAt(request) ?? "other"} ${keyOf(request.credential)}`;
  return Object.fromEntries([...Map.groupBy(early, nameOf)].map(([name, { length }]) => [name, length]));
}

function keyOf(credential: Credential): string {
  return credential.kind === "other" ? credential.about : credential.kind;
}
