import type { BedServer, Stage } from "../../reference-server/bed-server.ts";
import { correctHooks } from "../../reference-server/hooks/hooks.ts";
import type { Player } from "./play.ts";

/** One server with the faults of both; of hooks that both replace, the second's. */
export function pairOf(one: BedServer, other: BedServer): Player {
  return {
    hooks: (correct) => ({ ...one.hooks(correct), ...other.hooks(correct) }),
    stage: { ...one.stage, ...other.stage },
  };
}

/** Whether the two can be had at once: they replace different hooks, and their stages do not contradict each other. */
export function canPair(one: BedServer, other: BedServer): boolean {
  const hooks = Object.keys(one.hooks(correctHooks));
  if (Object.keys(other.hooks(correctHooks)).some((hook) => hooks.includes(hook))) return false;
  const stage: Stage = one.stage ?? {};
  return Object.entries(other.stage ?? {}).every(([name, value]) => {
    const own = stage[name as keyof Stage];
    return own === undefined || JSON.stringify(own, digits) === JSON.stringify(value, digits);
  });
}

function digits(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
