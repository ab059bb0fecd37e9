import { readdir } from "node:fs/promises";
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

const folders: Readonly<Record<ServerKind, URL>> = {
  fault: new URL("./faults/", import.meta.url),
  variant: new URL("./variants/", import.meta.url),
};

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
  const folder = folders[kind];
  // Source files here, compiled ones in a built package; tests and declarations are neither.
  const files = (await readdir(folder)).filter((name) => /^[a-z0-9-]+\.[jt]s$/.test(name)).sort();
  const loaded = await Promise.all(
    files.map(async (file) => {
      const module: { readonly default: Readonly<Record<string, BedServer>> } = await import(
        new URL(file, folder).href
      );
      const area = file.replace(/\.[jt]s$/, "");
      return Object.entries(module.default).map(([id, server]) => listed(server, id, kind, area));
    }),
  );
  return loaded.flat();
}

function listed(server: BedServer, id: string, kind: ServerKind, area: string): ListedServer {
  const { fails = [], warns = [], untested = [], ruling = [] } = server;
  return { ...server, id, kind, area, fails, warns, untested, ruling, breaks: [...fails, ...warns] };
}
