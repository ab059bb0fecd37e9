import type { BedFile, BedServer, Revision } from "#reference-server/bed-server.ts";
import { faultFiles, variantFiles } from "./index.ts";

export type ServerKind = "fault" | "variant";

/** A server as the bed lists it: with its location, and with empty lists where its entry has none. */
export interface ListedServer extends BedServer {
  readonly id: string;
  /** The folder that holds it. */
  readonly kind: ServerKind;
  /** Of a fault, the group that holds it: `list-animals/limit`. Of a variant, the name of its file. */
  readonly area: string;
  readonly fails: readonly string[];
  readonly warns: readonly string[];
  readonly untested: readonly string[];
  readonly ruling: readonly number[];
  /** The later revision of the interface that it implements. */
  readonly revision?: Revision;
  /** All that fails on it, of either level. */
  readonly breaks: readonly string[];
}

/** Every server of the first interface: faults, then variants, by file and in its order. @throws Error for an id that occurs twice. */
export async function loadServers(): Promise<readonly ListedServer[]> {
  return withOwnIds([
    ...(await loadFiles("fault", faultFiles)),
    ...(await loadFiles("variant", variantFiles)),
  ]);
}

/** @throws Error for an id that occurs twice */
export function withOwnIds(servers: readonly ListedServer[]): readonly ListedServer[] {
  const seen = new Map<string, string>();
  for (const { id, kind, area } of servers) {
    const place = `the ${kind}s of ${area}`;
    const earlier = seen.get(id);
    if (earlier !== undefined) throw new Error(`the id ${id} occurs twice, in ${earlier} and in ${place}`);
    seen.set(id, place);
  }
  return servers;
}

/** The servers of these files, in their order. */
export async function loadFiles(
  kind: ServerKind,
  files: readonly BedFile[],
): Promise<readonly ListedServer[]> {
  const loaded = files.map(async ([area, load]) => {
    const { default: servers } = await load();
    return Object.entries(servers).map(([id, server]) => listed(server, id, kind, area));
  });
  return (await Promise.all(loaded)).flat();
}

function listed(server: BedServer, id: string, kind: ServerKind, area: string): ListedServer {
  const { fails = [], warns = [], untested = [], ruling = [] } = server;
  return { ...server, id, kind, area, fails, warns, untested, ruling, breaks: [...fails, ...warns] };
}
