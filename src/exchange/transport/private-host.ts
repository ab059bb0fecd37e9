import { BlockList, isIP } from "node:net";

const privateAddresses = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8], // loopback
  ["10.0.0.0", 8], // RFC 1918
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16], // link-local, RFC 3927
] as const) {
  privateAddresses.addSubnet(network, bits, "ipv4");
}
privateAddresses.addAddress("::1", "ipv6");
privateAddresses.addSubnet("fc00::", 7, "ipv6"); // unique local, RFC 4193
privateAddresses.addSubnet("fe80::", 10, "ipv6"); // link-local

/** True for what no public network carries: loopback, private and link-local addresses, names without a dot or of a local domain (ruling 24). */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
  const version = isIP(host);
  if (version !== 0) return privateAddresses.check(host, version === 6 ? "ipv6" : "ipv4");
  return !host.includes(".") || /\.(?:local|internal|test|localhost)$/.test(host);
}
