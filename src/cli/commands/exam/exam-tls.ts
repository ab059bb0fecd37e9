import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { UsageError } from "../../../assembly/usage-error.ts";
import type { Values } from "../../../core/options/option.ts";
import type { Situation } from "../../../exam/situation.ts";
import type { TlsIdentity } from "../../../exam/tls-certificate.ts";
import type { Io } from "../../io.ts";
import type { examOptions } from "./exam-options.ts";

/** What `--tls` needs. */
interface ExamTls {
  readonly identity: TlsIdentity;
  /** Holds the certificate of the authority. */
  readonly file: string;
  /** Removes the file, unless `--ca-out` named it. */
  remove(): Promise<void>;
}

/** Longer than the exam, whatever the client does. */
const sparedMs = 5 * 60_000;

/** @throws UsageError */
export async function examTls(
  wanted: Values<typeof examOptions>,
  situations: readonly Situation[],
  nowMs: number,
  { folder }: Pick<Io, "folder">,
): Promise<ExamTls | undefined> {
  const { tls, caOut, host, exec, timeout, concurrency, for: mostMs } = wanted;
  if (!tls) {
    if (caOut === undefined) return undefined;
    throw new UsageError({
      what: "--ca-out is given without --tls",
      where: "command line",
      remedy: "Give --tls too.",
    });
  }
  if (!/^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host))
    throw new UsageError({
      what: `--tls is for a loopback address; got ${host}`,
      where: "--host",
      remedy: "Leave --host out, or give 127.0.0.1, ::1 or localhost.",
    });
  const { createTlsIdentity } = await import("../../../exam/tls-certificate.ts");
  const starts = Math.ceil((situations.length + 2) / concurrency);
  const validForMs = sparedMs + (exec === undefined ? mostMs : starts * timeout);
  const hosts = [...new Set([host, "localhost", "127.0.0.1", "::1"])];
  const identity = createTlsIdentity({ hosts, nowMs, validForMs });
  const own = caOut === undefined ? await mkdtemp(join(tmpdir(), "petstore-exam-")) : undefined;
  const file = own === undefined ? resolve(folder, caOut ?? "") : join(own, "ca.pem");
  try {
    await writeFile(file, identity.ca);
  } catch {
    throw new UsageError({
      what: "the certificate of the authority cannot be written",
      where: "--ca-out",
      remedy: "Name a file in a folder that exists and that you may write to.",
    });
  }
  return {
    identity,
    file,
    remove: async () => {
      if (own !== undefined) await rm(own, { recursive: true });
    },
  };
}
