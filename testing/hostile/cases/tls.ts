import type { TlsOptions } from "node:tls";
import {
  expiredCertificate,
  loopbackCertificate,
  otherHostCertificate,
  testKey,
} from "../../exchange/test-certificates.ts";
import { conforming, type HostileCases, unreachable, waitingMs } from "../hostile-case.ts";
import { petstore } from "../petstore.ts";
import { always, json } from "../writing.ts";

const served = (cert: string, more: TlsOptions = {}): TlsOptions => ({ key: testKey, cert, ...more });

/** TLS of every broken kind. */
export const tlsCases: HostileCases = {
  "tls-sound": {
    does: "speaks TLS with a certificate that is trusted, and is correct",
    hostility: () => petstore(),
    tls: served(loopbackCertificate),
    ca: loopbackCertificate,
    expect: conforming,
  },
  "tls-self-signed": {
    does: "signed its certificate itself",
    hostility: () => petstore(),
    tls: served(loopbackCertificate),
    expect: unreachable("self-signed"),
  },
  "tls-expired": {
    does: "has a certificate that expired",
    hostility: () => petstore(),
    tls: served(expiredCertificate),
    ca: expiredCertificate,
    expect: unreachable("expired"),
  },
  "tls-wrong-name": {
    does: "has a certificate for another name",
    hostility: () => petstore(),
    tls: served(otherHostCertificate),
    ca: otherHostCertificate,
    expect: unreachable("another host"),
  },
  "tls-1-1": {
    does: "speaks nothing newer than TLS 1.1",
    hostility: () => petstore(),
    tls: served(loopbackCertificate, {
      minVersion: "TLSv1",
      maxVersion: "TLSv1.1",
      ciphers: "DEFAULT@SECLEVEL=0",
    }),
    ca: loopbackCertificate,
    expect: unreachable("no TLS version"),
  },
  "tls-client-certificate": {
    does: "wants a client certificate",
    hostility: () => petstore(),
    tls: served(loopbackCertificate, {
      requestCert: true,
      rejectUnauthorized: true,
      ca: loopbackCertificate,
    }),
    ca: loopbackCertificate,
    expect: unreachable("client certificate"),
  },
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
