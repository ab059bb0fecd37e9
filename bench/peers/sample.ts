import { integerBetween, seededRandom } from "../../src/core/check/random.ts";
import { loadServers } from "../../suites/servers.ts";
import { startFastify } from "../../testing/foreign-servers/fastify.ts";
import { behindCounter } from "./behind-counter.ts";
import { naturalServers, startNatural } from "./natural.ts";
import { key, type Staged, staged } from "./stage.ts";

/** A server that every tool is started on. */
export interface Subject {
  readonly id: string;
  readonly group: "the correct server" | "permitted" | "broken" | "of other frameworks";
  /** What the interface says of it. */
  readonly isRight: boolean;
  readonly about: string;
  readonly start: () => Promise<Staged>;
}

/** The same servers for the same seed: faults that break a must, variants, the correct server, and those of other frameworks. */
export async function sample(
  seed: number,
  faults: number,
  variants: number,
  installed: string,
): Promise<readonly Subject[]> {
  const servers = await loadServers();
  const chosen = (kind: "fault" | "variant", count: number): Subject[] =>
    drawn(
      servers.filter(
        (server) =>
          server.kind === kind &&
          (kind === "variant" || server.fails.length > 0) &&
          // A server whose clock is not this machine's is right only for a tool that has its clock.
          server.stage?.startsAt === undefined,
      ),
      count,
      seededRandom(seed, kind),
    ).map((server) => ({
      id: server.id,
      group: kind === "fault" ? "broken" : "permitted",
      isRight: kind === "variant",
      about: server.title,
      start: () => staged(server),
    }));
  const others = naturalServers.map(
    (server): Subject => ({
      id: server.id,
      group: "of other frameworks",
      isRight: server.broken === "",
      about: server.broken || "nothing that breaks the interface",
      start: () => startNatural(server, installed),
    }),
  );
  return [
    {
      id: "correct",
      group: "the correct server",
      isRight: true,
      about: "keeps the interface",
      start: () => staged({}),
    },
    {
      id: "correct-beyond-2^53",
      group: "the correct server",
      isRight: true,
      about: "keeps the interface, with identifiers beyond 2^53",
      start: () => staged({}, 2n ** 53n + 1n),
    },
    {
      id: "fastify",
      group: "of other frameworks",
      isRight: true,
      about: "nothing that breaks the interface",
      start: fastify,
    },
    ...others,
    ...chosen("variant", variants),
    ...chosen("fault", faults),
  ];
}

async function fastify(): Promise<Staged> {
  const { url, close } = await startFastify({ key, seedPets: 30, perMinute: 300 });
  return behindCounter(new URL(url), close);
}

/** So many of them, none twice. */
function drawn<Item>(from: readonly Item[], count: number, random: () => number): readonly Item[] {
  const left = [...from];
  const many = Math.min(count, left.length);
  return Array.from({ length: many }, () =>
    left.splice(integerBetween(random, 0, left.length - 1), 1),
  ).flat();
}
