import { BlockList, isIP } from "node:net";
import { isPercentEncoded } from "#core/json/escape.ts";

/**
 * The proxy that the environment names for a target: HTTPS_PROXY or HTTP_PROXY by the target's scheme, in
 * either case (lower goes first, as with curl), unless NO_PROXY takes the target out. Undefined: none.
 * @throws Error (a wrong configuration) for a proxy that is not an http or https address.
 */
export function proxyFor(target: URL, env: Readonly<Record<string, string | undefined>>): URL | undefined {
  const name = target.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const value = setting(env, name);
  if (value === undefined || isExcepted(target, setting(env, "NO_PROXY") ?? "")) return undefined;
  const address = value.includes("://") ? value : `http://${value}`;
  const proxy = URL.canParse(address) ? new URL(address) : undefined;
  const isAddress = proxy?.protocol === "http:" || proxy?.protocol === "https:";
  if (proxy === undefined || !isAddress || !isPercentEncoded(proxy.username + proxy.password)) {
    // The value is not reported: it may hold a password.
    throw new Error(
      `${name} must be the address of an http or https proxy, such as http://proxy.example:3128; a percent sign in its user or password is %25`,
    );
  }
  return proxy;
}

function setting(env: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  return env[name.toLowerCase()] || env[name] || undefined;
}

/** NO_PROXY: `*`, or hosts and address blocks (`10.0.0.0/8`), separated by commas or spaces; a host covers its subdomains too, and a port narrows it. */
function isExcepted(target: URL, noProxy: string): boolean {
  const host = bare(target.hostname);
  const port = target.port || (target.protocol === "https:" ? "443" : "80");
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      if (entry === "*" || isInBlock(host, entry)) return true;
      const [, name = "", wantedPort] = /^(\[[^\]]*\]|[^:]*|.*:.*:.*?)(?::([0-9]+))?$/.exec(entry) ?? [];
      if (wantedPort !== undefined && wantedPort !== port) return false;
      const wanted = bare(name).replace(/^\*?\./, "");
      return wanted !== "" && (host === wanted || host.endsWith(`.${wanted}`));
    });
}

function isInBlock(host: string, entry: string): boolean {
  const [network = "", bits = "", ...more] = entry.split("/");
  const version = isIP(host);
  if (version === 0 || isIP(bare(network)) !== version || more.length > 0 || !/^\d{1,3}$/.test(bits))
    return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  if (Number(bits) > (version === 4 ? 32 : 128)) return false;
  const block = new BlockList();
  block.addSubnet(bare(network), Number(bits), family);
  return block.check(host, family);
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}
