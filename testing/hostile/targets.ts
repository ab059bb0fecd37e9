import { readFileSync } from "node:fs";
import type { Behaviours, Hostility } from "./bed-server.ts";
import { aroundHttp, type Surroundings, surroundings } from "./cases/around-http.ts";
import { bodies } from "./cases/bodies.ts";
import { connections } from "./cases/connections.ts";
import { framing, rates } from "./cases/framing.ts";
import { spoiledTexts } from "./cases/texts.ts";
import { petstore } from "./petstore.ts";

/** One hostile target and the verdict that it is owed: a row of targets.md. */
export interface HostileCase extends Surroundings {
  /** Stable: stands in the table and in `-t`. */
  readonly id: string;
  /** What the target does. */
  readonly does: string;
  readonly hostility: () => Hostility;
  /** The target stands behind this server, which is the proxy: it is `http://pets.test/v1`, which does not exist. */
  readonly isProxy: boolean;
  /** Milliseconds for one exchange. */
  readonly timeoutMs: number;
  /** As the table says it: exit code, reason, musts, part of the root cause's sentence. */
  readonly expected: string;
}

const defaultTimeoutMs = 20_000;
const behaviours: Behaviours = {
  ...connections,
  ...framing,
  ...bodies,
  ...spoiledTexts,
  ...rates,
  ...aroundHttp,
};
const table = readFileSync(new URL("targets.md", import.meta.url), "utf8");

/** Every hostile target, by what it attacks. */
export const hostileCases: Readonly<Record<string, readonly HostileCase[]>> = Object.fromEntries(
  table
    .split("\n## ")
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf("\n")), casesOf(section)]),
);

const all = Object.values(hostileCases).flat();
const unknown = Object.keys(behaviours).filter((id) => !all.some((hostile) => hostile.id === id));
if (unknown.length > 0) throw new Error(`targets.md has no row for ${unknown.join(", ")}`);

function casesOf(section: string): readonly HostileCase[] {
  const rows = section.matchAll(/^\| `(\S+)` \| (.+) \| (\d.*?) \| (\d*) \|$/gm);
  return [...rows].map(([, id = "", does = "", expected = "", ms]) => {
    const hostility = behaviours[id] ?? (id in surroundings ? () => petstore() : undefined);
    if (hostility === undefined) throw new Error(`nothing does what targets.md says of ${id}`);
    const timeoutMs = Number(ms) || defaultTimeoutMs;
    const isProxy = section.startsWith("Proxies");
    return { id, does, expected, hostility, timeoutMs, isProxy, ...surroundings[id] };
  });
}

/** What a run against the target comes to; of `1` alone any must may fail, and a reason is held to only where one is given. */
export function expectedOf({ expected }: HostileCase) {
  const [code = "", ...parts] = expected.split(/: |; /);
  const isIds = (part: string) => /^[A-Z]+-\d/.test(part);
  const [reason, says] = parts.filter((part) => !isIds(part));
  const fails = parts.find(isIds)?.split(" ") ?? [];
  const came = { exitCode: Number(code), ...(reason && { reason }), ...(expected !== "1" && { fails }) };
  return { says, came };
}

/** What `npm test` plays: the first target of every other area. */
export const firstCases: readonly HostileCase[] = Object.values(hostileCases)
  .filter((_, nth) => nth % 2 === 0)
  .flatMap(([first]) => first ?? []);
