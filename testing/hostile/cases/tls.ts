import type { TlsOptions } from "node:tls";
import {
  expiredCertificate,
  loopbackCertificate,
  otherHostCertificate,
  testKey,
} from "#testing/exchange/test-certificates.ts";
import {
  conforming,
  type HostileCases,
  type HostileTarget,
  unreachable,
  waitingMs,
} from "../hostile-case.ts";
import { petstore } from "../petstore.ts";
import { always, json } from "../writing.ts";

/** The correct service, over TLS; `ca`: what the run trusts. */
const over = (
  does: string,
  tls: TlsOptions & { readonly cert: string },
  expect: HostileTarget["expect"],
  ca = tls.cert,
): HostileTarget => ({
  ...{ does, hostility: () => petstore(), tls: { key: testKey, ...tls } },
  ...(ca !== "" && { ca }),
  expect,
});
const cert = loopbackCertificate;
const old = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
const asking = { requestCert: true, rejectUnauthorized: true, ca: loopbackCertificate };

/** TLS of every broken kind. */
export const tlsCases: HostileCases = {
  "tls-sound": over("speaks TLS with a certificate that is trusted, and is correct", { cert }, conforming),
  "tls-self-signed": over("signed its certificate itself", { cert }, unreachable("self-signed"), ""),
  "tls-expired": over("has a certificate that expired", { cert: expiredCertificate }, unreachable("expired")),
  "tls-wrong-name": over(
    "has a certificate for another name",
    { cert: otherHostCertificate },
    unreachable("another host"),
  ),
  "tls-1-1": over("speaks nothing newer than TLS 1.1", { cert, ...old }, unreachable("no TLS version")),
  "tls-client-certificate": over(
    "wants a client certificate",
    { cert, ...asking },
    unreachable("client certificate"),
  ),
  "tls-plain-http": {
    does: "speaks plain http where https was named",
    hostility: () => ({ onConnection: (socket) => void socket.write(json("400 Bad Request", "{}")) }),
    scheme: "https",
    expect: unreachable("does not speak TLS"),
  },
  "tls-silent": {
    does: "never answers the handshake",
    hostility: () => ({ onConnection: (socket) => void socket.resume() }),
    scheme: "https",
    timeoutMs: waitingMs,
    expect: unreachable("no connection came about"),
  },
  "tls-closes": {
    does: "closes the connection within the handshake",
    hostility: () => ({ onConnection: (socket) => void socket.once("data", () => socket.end()) }),
    scheme: "https",
    expect: unreachable("TLS handshake"),
  },
  "tls-noise": {
    does: "answers the handshake with noise",
    hostility: () => ({
      onConnection: (socket) => void socket.write(Buffer.from("160303ffff00000000ff00", "hex")),
    }),
    scheme: "https",
    timeoutMs: waitingMs,
    expect: unreachable(""),
  },
  "http-against-tls": {
    does: "speaks TLS where plain http was named",
    hostility: () => always("\x15\x03\x01\x00\x02\x02\x46", (socket) => socket.end()),
    expect: unreachable(""),
  },
};
