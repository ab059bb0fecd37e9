import { bedFiles } from "./bed-files.ts";
import type { BedServer } from "./bed-server.ts";

export type ServerKind = "fault" | "variant";

/** A server as the bed lists it: where it stands, and every list there, if empty. */
export interface ListedServer extends BedServer {
  readonly id: string;
  /** The folder that holds it. */
  readonly kind: ServerKind;
  /** The name of the file that holds it. */
  readonly area: string;
  readonly fails: readonly string[];
  readonly warns: readonly string[];
  readonly untested: readonly string[];
  readonly ruling: readonly number[];
  /** All that fails on it, of either level. */
  readonly breaks: readonly string[];
}

/** Every server of the bed: faults, then variants, by file and in its order. @throws Error for an id that occurs twice. */
export async function loadServers(): Promise<readonly ListedServer[]> {
  const servers = [...(await loadFolder("fault")), ...(await loadFolder("variant"))];
  const seen = new Map<string, string>();
  for (const { id, kind, area } of servers) {
    const place = `${kind}s/${area}`;
    const earlier = seen.get(id);
    if (earlier !== undefined) throw new Error(`the id ${id} occurs twice, in ${earlier} and in ${place}`);
    seen.set(id, place);
  }
  return servers;
}

async function loadFolder(kind: ServerKind): Promise<readonly ListedServer[]> {
  const files = await bedFiles(`${kind}s`);
  return files.flatMap(({ area, servers }) =>
    Object.entries(servers).map(([id, server]) => listed(server, id, kind, area)),
  );
}

function listed(server: BedServer, id: string, kind: ServerKind, area: string): ListedServer {
  const { fails = [], warns = [], untested = [], ruling = [] } = server;
  return { ...server, id, kind, area, fails, warns, untested, ruling, breaks: [...fails, ...warns] };
}
