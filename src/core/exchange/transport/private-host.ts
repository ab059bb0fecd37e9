import { once } from "node:events";
import { type AddressInfo, BlockList, isIP, type Server } from "node:net";

const privateAddresses = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8], // loopback
  ["10.0.0.0", 8], // RFC 1918
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16], // link-local, RFC 3927
  ["::1", 128],
  ["fc00::", 7], // unique local, RFC 4193
  ["fe80::", 10], // link-local
] as const)
  privateAddresses.addSubnet(network, bits, network.includes(":") ? "ipv6" : "ipv4");

/**
 * True for a loopback, private or link-local address; an IPv4 address that is written as IPv6 (`::ffff:10.0.0.1`) counts as
 * that. An address behind a translator or a tunnel (NAT64, 6to4) is on another network.
 */
export function isPrivateAddress(address: string): boolean {
  const [bare = ""] = address.split("%"); // a zone names the interface of this machine
  const version = isIP(bare);
  return version !== 0 && privateAddresses.check(bare, version === 6 ? "ipv6" : "ipv4");
}

/** The host of a URL as sockets take it: an IPv6 address without brackets. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}

const localDomains: ReadonlySet<string | undefined> = new Set(["local", "internal", "test", "localhost"]);

/**
 * True for a host that is on no public network, by its name (ruling 24): a private address, a name without a dot or of
 * a local domain. @param hostname as `URL.hostname` has it: IPv4 in its usual form, names in lower case
 */
export function isPrivateHost(hostname: string): boolean {
  const host = bareHost(hostname);
  if (isIP(host) !== 0) return isPrivateAddress(host);
  // A dot at the end makes a name absolute: `com.` is a public domain, as `com` in the search list of a network is not.
  const isAbsolute = host.endsWith(".");
  const labels = host.replace(/\.$/, "").toLowerCase().split(".");
  if (labels.includes("")) return false;
  return localDomains.has(labels.at(-1)) || (labels.length === 1 && !isAbsolute);
}

export function isLoopbackHost(hostname: string): boolean {
  return /^(?:\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]|127(?:\.\d{1,3}){3}|(?:[^.]+\.)*localhost\.?)$/.test(
    hostname,
  );
}

/**
 * Opens a port of this machine and gives where it listens: `127.0.0.1:8080`, `[::1]:8080`. Rejects where it cannot be opened.
 * @param port 0 picks a free one
 */
export async function listening(server: Server, port: number, host: string): Promise<string> {
  server.listen(port, host);
  await once(server, "listening");
  // A connection that cannot be accepted does not end the process.
  server.on("error", () => undefined);
  const { address, port: own, family } = server.address() as AddressInfo;
  return `${family === "IPv6" ? `[${address}]` : address}:${own}`;
}
