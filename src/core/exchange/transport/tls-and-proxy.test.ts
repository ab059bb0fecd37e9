import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import tls, { type TlsOptions as ServerTls } from "node:tls";
import { describe, expect, test, vi } from "vitest";
import { proxyFor } from "#assembly/target.ts";
import { get, okText, serverWith, transportTo } from "#testing/exchange/socket-bed.ts";
import { loopbackCertificate, testKey } from "#testing/exchange/test-certificates.ts";
import { opened } from "#testing/traffic/proxied.ts";
import type { TlsOptions } from "./route.ts";

const target = (tls?: ServerTls) => serverWith((socket) => socket.write(okText), tls);

async function sendTo(url: URL, tls: TlsOptions = {}, proxy?: URL) {
  return (await transportTo({ url }, { tls, proxy }).send(get)).result;
}

describe("TLS", () => {
  const served = (cert: string) => target({ key: testKey, cert });

  test("is spoken with a target whose certificate is trusted", async () => {
    const { url } = await served(loopbackCertificate);
    const transport = transportTo({ url }, { tls: { ca: loopbackCertificate } });
    for (const reusedConnection of [false, true, true])
      expect(await transport.send(get)).toMatchObject({ reusedConnection, result: { status: 200 } });
  });

  test("asks for HTTP/1.1 alone, whatever the target prefers: the build leaves HTTP/2 out", async () => {
    const chosen: unknown[] = [];
    const answer = (socket: Socket) => {
      chosen.push(socket instanceof tls.TLSSocket && socket.alpnProtocol);
      socket.write(okText);
    };
    const offer = { key: testKey, cert: loopbackCertificate, ALPNProtocols: ["h2", "http/1.1"] };
    const { url } = await serverWith(answer, offer);
    expect(await sendTo(url, { ca: loopbackCertificate })).toMatchObject({ status: 200 });
    expect(chosen).toEqual(["http/1.1"]);
  });

  test("is verified whatever the environment and Node's own options say", async () => {
    const { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS } = tls;
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    Object.assign(tls, { DEFAULT_MIN_VERSION: "TLSv1", DEFAULT_CIPHERS: "DEFAULT@SECLEVEL=0" });
    try {
      const untrusted = await served(loopbackCertificate);
      expect(await sendTo(untrusted.url)).toMatchObject({ failure: { kind: "tls" } });
      expect(untrusted.requests).toEqual([]);
      const old = await target({
        ...{ key: testKey, cert: loopbackCertificate, ciphers: "DEFAULT@SECLEVEL=0" },
        ...{ minVersion: "TLSv1", maxVersion: "TLSv1.1" },
      });
      expect(await sendTo(old.url, { ca: loopbackCertificate })).toMatchObject({ failure: { kind: "tls" } });
    } finally {
      vi.unstubAllEnvs();
      Object.assign(tls, { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS });
    }
  });

  test("reports that the target wants a client certificate, and gives the one it has", async () => {
    const cert = loopbackCertificate;
    const { url } = await target({
      key: testKey,
      cert,
      ca: cert,
      requestCert: true,
      rejectUnauthorized: true,
    });
    expect(await sendTo(url, { ca: cert })).toMatchObject({
      failure: { kind: expect.stringMatching("tls|reset|closed") },
    });
    expect(await sendTo(url, { ca: cert, cert, key: testKey })).toMatchObject({ kind: "response" });
  });
});

/** A proxy that tunnels; it notes what it was asked for. */
async function proxyServer() {
  const asked: string[] = [];
  const server = createServer((request) => asked.push(`plain ${request.url}`));
  server.on("connect", (request, socket) => {
    asked.push(`CONNECT ${request.url} ${request.headers["proxy-authorization"] ?? ""}`.trim());
    const [host = "", port] = (request.url ?? "").split(":");
    const onward = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [onward, socket]) end.on("error", () => undefined);
  });
  return { asked, url: new URL(`http://${await opened(server)}`) };
}

describe("a proxy", () => {
  test("is asked for a tunnel, for plain http too: it never sees the key", async () => {
    const server = await target();
    const proxy = await proxyServer();
    const withPassword = new URL(proxy.url);
    withPassword.username = "me";
    withPassword.password = "p@ss";
    expect(await sendTo(server.url, {}, withPassword)).toMatchObject({ kind: "response" });
    const credentials = Buffer.from("me:p@ss").toString("base64");
    expect(proxy.asked).toEqual([`CONNECT ${server.url.host} Basic ${credentials}`]);
    expect(server.requests[0]?.head).not.toContain("Proxy-Authorization");
  });

  test("tunnels TLS, and the certificate is still the target's", async () => {
    const server = await target({ key: testKey, cert: loopbackCertificate });
    const proxy = await proxyServer();
    expect(await sendTo(server.url, { ca: loopbackCertificate }, proxy.url)).toMatchObject({
      kind: "response",
    });
    expect(await sendTo(server.url, {}, proxy.url)).toMatchObject({ failure: { kind: "tls" } });
  });

  test("that is not there is a failure of its own kind", async () => {
    const server = await target();
    const gone = await serverWith(() => undefined);
    await gone.close();
    expect(await sendTo(server.url, {}, gone.url)).toMatchObject({ failure: { kind: "proxy" } });
    expect(server.requests).toEqual([]);
  });
});

describe("proxyFor", () => {
  const env = { HTTPS_PROXY: "http://secure:1", HTTP_PROXY: "plain:2" };
  const proxyOf = (target: string, more: Record<string, string> = {}) =>
    proxyFor(new URL(target), { ...env, ...more })?.href;

  test("goes by the target's scheme, and takes the lower-case name first", () => {
    expect(proxyOf("https://api.test/v1")).toBe("http://secure:1/");
    expect(proxyOf("http://api.test/v1")).toBe("http://plain:2/");
    expect(proxyOf("http://api.test/v1", { http_proxy: "https://other:3" })).toBe("https://other:3/");
    expect(proxyFor(new URL("http://api.test"), {})).toBeUndefined();
  });

  test.each([
    ...["*", "api.test", ".test", "*.test", "other.test, API.test", "api.test:80"].map(
      (noProxy) => ["http://api.test/v1", noProxy, false] as const,
    ),
    ["http://api.test/v1", "api.test:8080", true],
    ["http://api.test/v1", "pi.test", true],
    ["http://api.test/v1", "", true],
    ["http://api.test/v1", "10.0.0.0/8", true],
    ["http://10.1.2.3/v1", "10.0.0.0/8", false],
    ["http://10.1.2.3/v1", "192.168.0.0/16, 10.1.2.0/30", false],
    ["http://[fd00::7]/v1", "fd00::/8", false],
    ["http://11.1.2.3/v1", "10.0.0.0/8", true],
    ["http://10.1.2.3/v1", "10.0.0.0/80", true],
    ["http://10.1.2.3/v1", "fd00::/8", true],
    ...["::1", "[::1]", "[::1]:80"].map((noProxy) => ["http://[::1]/v1", noProxy, false] as const),
  ] as const)("to %s with NO_PROXY=%s the proxy is used: %s", (target, noProxy, used) => {
    for (const name of ["NO_PROXY", "no_proxy"])
      expect(proxyOf(target, { [name]: noProxy }) !== undefined).toBe(used);
  });

  test("refuses what is no http proxy, without telling the value", () => {
    expect(() => proxyOf("http://api.test", { http_proxy: "http://me:se%cretword@x:1" })).toThrow(
      /^HTTP_PROXY must be(?!.*cretword)/,
    );
    expect(() => proxyOf("http://api.test", { http_proxy: "socks5://me:secretword@x:1" })).toThrow(
      /^HTTP_PROXY must be(?!.*secretword)/,
    );
  });
});
