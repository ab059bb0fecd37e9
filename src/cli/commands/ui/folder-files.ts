import type { Dirent } from "node:fs";
import { glob, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { kindOfFile } from "#cli/file-kinds.ts";
import { parseJson } from "#core/json/parse.ts";
import { member, stringOf } from "#core/json/read.ts";
import { firstBytes } from "#files/read-lines.ts";

export interface FolderFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  readonly changedAtMs: number;
  readonly bytes: number;
  readonly kind: "recording" | "exam" | "certificate" | "trust";
  /** What the recording of a run says of itself; undefined for other files. */
  readonly run?: { readonly target: string; readonly profile: string; readonly startedAtMs: number };
}

/** How deep folders are searched, and how many files are listed: a folder may hold anything. The newest are listed. */
const depths = ["*", "*/*", "*/*/*", "*/*/*/*"];
const mostNames = 20_000;
const mostFiles = 300;

const leftOut = /^\.|^node_modules$/;
const endings = /\.(?:ndjson(?:\.gz|\.zst)?|json|pem)$/i;
const mostSignedBytes = 1_000_000;

type NamedFile = Omit<FolderFile, "kind" | "run">;

/** The newest first. Links are not followed, so that no file outside is listed. */
export function folderListing(folder: string): () => Promise<readonly FolderFile[]> {
  /** By path, size and time: each file is read once. */
  const known = new Map<string, FolderFile | undefined>();
  return async () => {
    const files: FolderFile[] = [];
    for (const one of await newestIn(folder)) {
      const id = `${one.path} ${one.bytes} ${one.changedAtMs}`;
      if (!known.has(id)) known.set(id, await lookedInto(one, folder));
      const found = known.get(id);
      if (found !== undefined) files.push(found);
    }
    return files;
  };
}

async function newestIn(folder: string): Promise<readonly NamedFile[]> {
  const found: NamedFile[] = [];
  let seen = 0;
  const exclude = ({ name }: Dirent): boolean => leftOut.test(name);
  for await (const entry of glob(depths, { cwd: folder, withFileTypes: true, exclude })) {
    seen += 1;
    if (seen > mostNames) break;
    const path = join(entry.parentPath, entry.name);
    const about = entry.isFile() && endings.test(path) ? await stat(path).catch(() => undefined) : undefined;
    if (about === undefined) continue;
    const named = relative(folder, path).replaceAll("\\", "/");
    found.push({ path: named, changedAtMs: about.mtimeMs, bytes: about.size });
  }
  return found.toSorted((a, b) => b.changedAtMs - a.changedAtMs).slice(0, mostFiles);
}

async function lookedInto(file: NamedFile, folder: string): Promise<FolderFile | undefined> {
  const kind = await kindOf(file, folder);
  if (kind !== "recording") return kind && { ...file, kind };
  const [line = ""] = (await firstBytes(join(folder, file.path))).toString("utf8").split("\n", 1);
  const parsed = parseJson(line);
  const start = parsed.ok ? member(parsed.value, "start") : undefined;
  const target = stringOf(member(start, "target"));
  const profile = stringOf(member(member(start, "options"), "profile"));
  const startedAt = member(start, "startedAtMs");
  const startedAtMs = startedAt?.kind === "number" ? new Date(Number(startedAt.raw)).getTime() : Number.NaN;
  if (target === undefined || profile === undefined || Number.isNaN(startedAtMs)) return { ...file, kind };
  return { ...file, kind, run: { target, profile, startedAtMs } };
}

async function kindOf({ path, bytes }: NamedFile, folder: string): Promise<FolderFile["kind"] | undefined> {
  if (/\.pem$/i.test(path)) {
    // The private key often lies beside it.
    const bytes = await firstBytes(join(folder, path)).catch(() => Buffer.of());
    return bytes.toString("utf8", 0, 1000).includes("-----BEGIN PUBLIC KEY-----") ? "trust" : undefined;
  }
  const kind = await kindOfFile(path, folder).catch(() => "other");
  if (kind === "recording" || kind === "exam" || kind === "certificate") return kind;
  // A trust list is named by its user, and is read when it is used.
  return /trust[^/]*\.json$/i.test(path) && bytes < mostSignedBytes ? "trust" : undefined;
}
