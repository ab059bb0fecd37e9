import { readFileSync } from "node:fs";
import type { TlsOptions } from "node:tls";
import {
  expiredCertificate,
  loopbackCertificate,
  otherHostCertificate,
  testKey,
} from "#testing/exchange/test-certificates.ts";
import type { Behaviours, Hostility } from "./bed-server.ts";
import { bodies } from "./cases/bodies.ts";
import { connections } from "./cases/connections.ts";
import { framing, rates } from "./cases/framing.ts";
import { spoiledTexts } from "./cases/texts.ts";
import { always, json, petstore } from "./hostile-parts.ts";

/** What a target has besides its behaviour. */
interface Surroundings {
  readonly tls?: TlsOptions;
  /** Of the address, where the server does not speak what it says. */
  readonly scheme?: "https";
  /** PEM of an authority to trust. */
  readonly ca?: string;
}

const established = "HTTP/1.1 200 Connection established\r\n\r\n";

/** TLS of every broken kind, and proxies that fail. Where no behaviour is given, it is the correct service. */
const aroundHttp: Behaviours = {
  "tls-plain-http": () => ({ onConnection: (socket) => void socket.write(json("400 Bad Request", "{}")) }),
  "tls-silent": () => ({ onConnection: (socket) => void socket.resume() }),
  "tls-closes": () => ({ onConnection: (socket) => void socket.once("data", () => socket.end()) }),
  "tls-noise": () => ({
    onConnection: (socket) => void socket.write(Buffer.from("160303ffff00000000ff00", "hex")),
  }),
  "http-against-tls": () => always("\x15\x03\x01\x00\x02\x02\x46", (socket) => socket.end()),
  "proxy-silent": () => ({ onRequest: () => undefined }),
  "proxy-407": () => always("HTTP/1.1 407 Who\r\nContent-Length: 0\r\n\r\n"),
  "proxy-502": () => always("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"),
  "proxy-200-as-get": () => always("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
  "proxy-resets": () => ({ onRequest: (socket) => void socket.resetAndDestroy() }),
  "proxy-noise": () => always("\0\x01\x02nonsense"),
  "proxy-endless-head": () => always(`HTTP/1.1 200 OK\r\n${"X-A: b\r\n".repeat(20_000)}`),
  "proxy-tunnel-dies": () => ({
    onRequest: (socket, { kth }) =>
      kth === 1 ? void socket.write(established) : void socket.resetAndDestroy(),
  }),
  "proxy-sound": () => {
    const service = petstore();
    return {
      onRequest: (socket, request, clock) =>
        request.head.startsWith("CONNECT ")
          ? void socket.write(established)
          : service.onRequest?.(socket, request, clock),
    };
  },
};

/** The correct service, over TLS; `ca`: what the run trusts. */
function over(tls: TlsOptions & { readonly cert: string }, ca: string | undefined = tls.cert): Surroundings {
  return { tls: { key: testKey, ...tls }, ...(ca !== "" && { ca }) };
}
const cert = loopbackCertificate;
const https = { scheme: "https" } as const;

const surroundings: Readonly<Record<string, Surroundings>> = {
  "tls-sound": over({ cert }),
  "tls-self-signed": over({ cert }, ""),
  "tls-expired": over({ cert: expiredCertificate }),
  "tls-wrong-name": over({ cert: otherHostCertificate }),
  "tls-1-1": over({ cert, minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" }),
  "tls-client-certificate": over({ cert, requestCert: true, rejectUnauthorized: true, ca: cert }),
  "tls-plain-http": https,
  "tls-silent": https,
  "tls-closes": https,
  "tls-noise": https,
};

/** One hostile target and the verdict that it is owed: a row of targets.md. */
export interface HostileCase extends Surroundings {
  /** Stable: stands in the table and in `-t`. */
  readonly id: string;
  readonly does: string;
  readonly hostility: () => Hostility;
  /** The target stands behind this server, which is the proxy: it is `http://pets.test/v1`, which does not exist. */
  readonly isProxy: boolean;
  readonly timeoutMs: number;
  /** As the table says it: exit code, reason, musts, part of the root cause's sentence. */
  readonly expected: string;
}

const defaultTimeoutMs = 20_000;
const behaviours: Behaviours = {
  ...connections,
  ...framing,
  ...bodies,
  ...spoiledTexts,
  ...rates,
  ...aroundHttp,
};
const table = readFileSync(new URL("targets.md", import.meta.url), "utf8");

/** Every hostile target, by what it attacks. */
export const hostileCases: Readonly<Record<string, readonly HostileCase[]>> = Object.fromEntries(
  table
    .split("\n## ")
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf("\n")), casesOf(section)]),
);

const all = Object.values(hostileCases).flat();
const unknown = Object.keys(behaviours).filter((id) => !all.some((hostile) => hostile.id === id));
if (unknown.length > 0) throw new Error(`targets.md has no row for ${unknown.join(", ")}`);

function casesOf(section: string): readonly HostileCase[] {
  const rows = section.matchAll(/^\| `(\S+)` \| (.+) \| (\d.*?) \| (\d*) \|$/gm);
  return [...rows].map(([, id = "", does = "", expected = "", ms]) => {
    const hostility = behaviours[id] ?? (id in surroundings ? () => petstore() : undefined);
    if (hostility === undefined) throw new Error(`nothing does what targets.md says of ${id}`);
    const timeoutMs = Number(ms) || defaultTimeoutMs;
    const isProxy = section.startsWith("Proxies");
    return { id, does, expected, hostility, timeoutMs, isProxy, ...surroundings[id] };
  });
}

/** What a run against the target comes to; of `1` alone any must may fail, and a reason is held to only where one is given. */
export function expectedOf({ expected }: HostileCase) {
  const [code = "", ...parts] = expected.split(/: |; /);
  const isIds = (part: string) => /^[A-Z]+-\d/.test(part);
  const [reason, says] = parts.filter((part) => !isIds(part));
  const fails = parts.find(isIds)?.split(" ") ?? [];
  const came = { exitCode: Number(code), ...(reason && { reason }), ...(expected !== "1" && { fails }) };
  return { says, came };
}

/** What `npm test` plays: the first target of every other area. */
export const firstCases: readonly HostileCase[] = Object.values(hostileCases)
  .filter((_, nth) => nth % 2 === 0)
  .flatMap(([first]) => first ?? []);
