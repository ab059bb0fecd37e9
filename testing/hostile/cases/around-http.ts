import type { TlsOptions } from "node:tls";
import {
  expiredCertificate,
  loopbackCertificate,
  otherHostCertificate,
  testKey,
} from "#testing/exchange/test-certificates.ts";
import type { Behaviours } from "../bed-server.ts";
import { petstore } from "../petstore.ts";
import { always, json } from "../writing.ts";

/** What a target has besides its behaviour. */
export interface Surroundings {
  readonly tls?: TlsOptions;
  /** Of the address, where the server does not speak what it says. */
  readonly scheme?: "https";
  /** PEM of an authority to trust. */
  readonly ca?: string;
}

const established = "HTTP/1.1 200 Connection established\r\n\r\n";

/** TLS of every broken kind, and proxies that fail. Where no behaviour is given, it is the correct service. */
export const aroundHttp: Behaviours = {
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

/** What these targets have besides. */
export const surroundings: Readonly<Record<string, Surroundings>> = {
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
