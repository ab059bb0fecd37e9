import { prepare } from "#assembly/assemble.ts";
import { seededRandom } from "#core/check/inputs/random.ts";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import type { BedServer } from "#reference-server/bed-server.ts";
import { NoAnswer } from "#reference-server/refusal.ts";
import { correctHooks, ReferenceServer } from "#reference-server/server.ts";
import { TrafficJudge } from "#traffic/traffic-judge.ts";

/** How much is sent, by how many clients. */
interface SampleSize {
  readonly count: number;
  readonly keys: number;
  /** How many requests a client sends in a minute; more than the plan allows gives 429s. */
  readonly perMinute: number;
}

/**
 * What many clients send to a server of the bed, right and wrong, and what they get, about in the order of answering;
 * latency makes them overlap. The clients go on after a 429.
 */
export async function* trafficSample(
  { count, keys, perMinute }: SampleSize,
  { hooks, stage }: Pick<BedServer, "hooks" | "stage">,
): AsyncGenerator<WireExchange> {
  const random = seededRandom(1, "traffic");
  const below = (n: number) => Math.floor(random() * n);
  const names = Array.from({ length: keys }, (_, i) => `sample-key-${i}-of-${keys}`);
  const meanGapMs = 60_000 / (keys * perMinute);
  let now = stage?.startsAt === undefined ? Date.UTC(2026, 2, 4, 5, 6, 7) : Date.parse(stage.startsAt);
  const server = new ReferenceServer({
    ...{ plan: "free", seedPets: 130, ...stage },
    now: () => now,
    keys: names,
    hooks: hooks(correctHooks),
  });
  const ids: string[] = [];
  let due = now;
  for (let i = 0; i < count; i += 1) {
    due += meanGapMs * 2 * random();
    now = Math.round(due);
    const isCreate = below(10) === 0;
    const target = isCreate ? "/pets" : readTarget(below, ids);
    const body = isCreate ? newPet(below, i) : new Uint8Array();
    const headers: HeaderLine[] = [["Host", "pets.example"]];
    const credential = below(40);
    if (credential > 0)
      headers.push(["Authorization", `Bearer ${names[below(keys)]}${credential === 1 ? "x" : ""}`]);
    if (isCreate) headers.push(["Content-Type", "application/json"]);
    const request = { method: isCreate ? "POST" : "GET", target: `/v1${target}`, headers, body };
    const sentAtMs = now - below(30);
    const outcome = await server.handle(request).then(
      (answer): WireExchange["outcome"] => ({ kind: "answer", ...answer }),
      (error: unknown): WireExchange["outcome"] => {
        if (!(error instanceof NoAnswer)) throw error;
        return { kind: "failure", failure: { kind: "reset", phase: "headers", message: "reset" } };
      },
    );
    if (outcome.kind === "answer" && outcome.body !== undefined) remember(outcome.body, ids);
    yield { ...request, target, sentAtMs, endedAtMs: now + below(below(8) === 0 ? 900 : 60), outcome };
  }
}

type Below = (n: number) => number;

function readTarget(below: Below, ids: readonly string[]): string {
  const status =
    ["", "", "", "status=available", "status=pending", "status=sold", "status=gone"][below(7)] ?? "";
  const limit = below(4) === 0 ? "" : `limit=${[1, 2, 5, 20, 50, 100, 0, 101, "abc"][below(9)]}`;
  const query = [limit, status].filter((part) => part !== "").join("&");
  const id = below(8) === 0 ? "999999999" : ids[below(ids.length)];
  return below(3) === 0 && id !== undefined ? `/pets/${id}` : `/pets${query === "" ? "" : `?${query}`}`;
}

function newPet(below: Below, i: number): Uint8Array {
  const status = ["available", "pending", "sold", undefined][below(4)];
  const bodies = [
    { name: `pet ${i}`, categoryId: 1 + below(9), status },
    { name: i },
    { name: "x", categoryId: 1, status: "gone" },
  ];
  return new TextEncoder().encode(JSON.stringify(bodies[Math.max(0, below(8) - 5)]));
}

/** The ids that an answer shows, as digits: numbers would lose some. */
function remember(body: Uint8Array, ids: string[]): void {
  if (ids.length > 400) return;
  for (const [, id] of new TextDecoder().decode(body).matchAll(/"id": ?(-?\d+)/g))
    if (id !== undefined) ids.push(id);
}

const prepared = await prepare();

/** The musts that it breaks. */
export function brokenBy(traffic: readonly WireExchange[]): readonly string[] {
  const judge = new TrafficJudge({ ...prepared, nowMs: 0 });
  for (const exchange of traffic) judge.judge(exchange);
  return judge
    .judged()
    .verdicts.flatMap(({ requirement, broken }) =>
      broken > 0 && requirement.level === "must" ? [requirement.id] : [],
    );
}
