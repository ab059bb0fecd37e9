import { UsageError } from "../core/options/usage-error.ts";
import type { TlsIdentity } from "../exam/tls-certificate.ts";

/** Longer than the exam, whatever the client does. */
const sparedMs = 5 * 60_000;

/** A certificate for every loopback name, and its authority. Throws UsageError for an address that others can reach. */
export async function examIdentity(host: string, nowMs: number, longestMs: number): Promise<TlsIdentity> {
  if (!/^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host))
    throw new UsageError({
      what: `--tls is for a loopback address; got ${host}`,
      where: "--host",
      remedy: "Leave --host out, or give 127.0.0.1, ::1 or localhost.",
    });
  const { createTlsIdentity } = await import("../exam/tls-certificate.ts");
  const hosts = [...new Set([host, "localhost", "127.0.0.1", "::1"])];
  return createTlsIdentity({ hosts, nowMs, validForMs: longestMs + sparedMs });
}
