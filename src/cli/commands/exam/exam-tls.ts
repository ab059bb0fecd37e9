import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { examIdentity } from "../../../assembly/exam-identity.ts";
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
  const starts = Math.ceil((situations.length + 2) / concurrency);
  const identity = await examIdentity(host, nowMs, exec === undefined ? mostMs : starts * timeout);
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
