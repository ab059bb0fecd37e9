/** What this machine itself lacks: never the target's fault (ruling 26). */
export type Lack = "no-descriptors" | "no-ports" | "no-memory" | "no-processes" | "no-space" | "not-allowed";

interface LackInWords {
  readonly what: string;
  /** What to do, as a clause. */
  readonly remedy: string;
}

export const lacks: Readonly<Record<Lack, LackInWords>> = {
  "no-descriptors": {
    what: "this machine allows no more open files and sockets",
    remedy:
      "allow this process more of them (ulimit -n 1024), or close other programs; concurrency: 1 in the configuration needs the fewest",
  },
  "no-ports": {
    what: "this machine has no address or port left from which to connect",
    remedy:
      "wait a minute until used ports are free again; for an IPv6 address, see whether this machine has IPv6",
  },
  "no-memory": {
    what: "this machine has no memory left for another connection",
    remedy: "close other programs, or allow this one more memory",
  },
  "no-processes": {
    what: "this machine allows no more processes or threads",
    remedy: "allow more of them (ulimit -u), or close other programs",
  },
  "no-space": {
    what: "the disk, or the share of it that this user has, is full",
    remedy: "make room on it, or name files on another one",
  },
  "not-allowed": {
    what: "Node's --permission does not allow this program what it needs",
    remedy:
      "allow it with --allow-fs-read=*, --allow-fs-write=*, --allow-child-process, --allow-worker and, where Node has it, --allow-net; or start Node without --permission",
  },
};

const byCode: ReadonlyMap<string, Lack> = new Map([
  ["EMFILE", "no-descriptors"],
  ["ENFILE", "no-descriptors"],
  ["EADDRNOTAVAIL", "no-ports"],
  ["ENOMEM", "no-memory"],
  ["ENOBUFS", "no-memory"],
  ["EAI_MEMORY", "no-memory"],
  ["ERR_MEMORY_ALLOCATION_FAILED", "no-memory"],
  ["EAGAIN", "no-processes"],
  ["ERR_WORKER_INIT_FAILED", "no-processes"],
  ["ENOSPC", "no-space"],
  ["EDQUOT", "no-space"],
  ["ERR_ACCESS_DENIED", "not-allowed"],
]);

/** What this machine lacks, according to the error; undefined for all other errors. */
export function lackOf(error: unknown): Lack | undefined {
  if (!(error instanceof Error)) return undefined;
  // A host with several addresses fails with an error for each of them.
  if (error instanceof AggregateError) {
    const found = error.errors.map((one: unknown) => lackOf(one));
    return found.find((lack) => lack !== undefined && (lack !== "no-ports" || !found.includes(undefined)));
  }
  return byCode.get(codeOf(error));
}

/** What this machine lacks, as a clause; with the error's code where it has one that is known. */
export function lackInWords(lack: Lack, error: unknown): string {
  const code = codeOf(error);
  return byCode.has(code) ? `${lacks[lack].what} (${code})` : lacks[lack].what;
}

/** The code of an error of the system, such as ENOENT; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

export function isLack(kind: string): kind is Lack {
  return Object.hasOwn(lacks, kind);
}
