import { connect, createServer, type Socket } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { createRoom } from "../src/core/exchange/decoding/body-bytes.ts";
import { listening } from "../src/core/exchange/transport/listening.ts";
import { startProxy } from "../src/traffic/proxy/proxy.ts";

// Bytes of a client, in pieces, beside a direct connection: nothing is held back, and nothing is lost.
// The target writes down what comes, and answers nothing: so a byte that waits for a later one is noticed.

const hello = Buffer.from("160301004a0100004603030a0d0a486f73743a2061", "hex").toString("latin1");
const get = "GET /v1/pets HTTP/1.1\r\nHost: {host}\r\nX-A: 1\r\n\r\n";

/** `{host}` is the host that the client names, and where the target's has to stand. */
const sequences: Readonly<Record<string, string>> = {
  "a request": get,
  "two requests": get + get.replace("pets", "pets/1"),
  "a head without an end": get.slice(0, -2),
  "a request line without an end": "GET /v1/pe",
  "empty lines before a request": `\r\n\n${get}`,
  "a head with bare LF": get.replaceAll("\r", ""),
  "a head with LF and CRLF": get.replace("1.1\r", "1.1"),
  "a body with a length": "POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 16\r\n\r\nHost: a\r\n\r\nGET /",
  "a body that is shorter than its length":
    "POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 90\r\n\r\n[1]",
  "chunks with an extension and a trailer": `POST / HTTP/1.1\r\nHost: {host}\r\ntransfer-encoding: Chunked\r\n\r\n5;a=b\r\nHost:\r\n0\r\nHost: a\r\n\r\n${get}`,
  "a chunk without a size":
    "POST / HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\nx\r\nHost: a\r\n\r\n",
  "two lengths": "POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
  "another coding": "POST / HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: gzip\r\n\r\nab",
  "a line without a colon": "GET / HTTP/1.1\r\nHost: {host}\r\nfoo\r\n\r\nab",
  "HTTP/0.9": "GET /v1/pets\r\n",
  "HTTP/1.0 without a Host": "GET /v1/pets HTTP/1.0\r\n\r\n",
  "the beginning of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00",
  "a TLS ClientHello": hello,
  "any bytes": "\x00\xff\r\n\r\nHost: a\r\n\r\n\n",
  mail: "EHLO pets.example\r\nMAIL FROM:<a@b>\r\n",
  "an upgrade": get.replace("X-A: 1", "Connection: Upgrade\r\nUpgrade: websocket"),
  // What names the host, in every spelling.
  "lower case": "GET / HTTP/1.1\r\nhost:{host}\r\n\r\n",
  "upper case, and blanks": "GET / HTTP/1.1\r\nHOST: \t {host} \t\r\n\r\n",
  "a blank before the colon": "GET / HTTP/1.1\r\nHost : {host}\r\n\r\n",
  "a control character before the colon": "GET / HTTP/1.1\r\nHost\x0b: {host}\r\n\r\n",
  "folded lines": "GET / HTTP/1.1\r\nHost:\r\n {host}\r\n\t\r\nX: 1\r\n 2\r\n\r\n",
  "a blank before the name": "GET / HTTP/1.1\r\n Host: {host}\r\nX: 1\r\n host: {host}\r\n\r\n",
  "an empty one": "GET / HTTP/1.1\r\nHost:\r\nX: 1\r\n 2\r\n\r\n",
  "two of them": "GET / HTTP/1.1\r\nHost: {host}\r\nA: b\r\nhost: {host}\r\n\r\n",
  "a CR alone before it": "GET / HTTP/1.1\r\nA: b\rHost: {host}\r\n\r\n",
  "fields that begin alike":
    "GET / HTTP/1.1\r\nHos: a\r\nHosts: a\r\nX-Host: a\r\nHost: {host}\r\nh: a\r\n\r\n",
  "a target with an authority": "GET http://{host}/v1/pets?u=http://a/ HTTP/1.1\r\nHost: {host}\r\n\r\n",
  "a target with an authority alone": "GET HTTP+x://{host} HTTP/1.1\r\nHost: {host}\r\n\r\n",
  "a target with an authority behind blanks": " GET \t http://{host}?a HTTP/1.1\r\nHost: {host}\r\n\r\n",
  "a target that looks like one": "GET /http://a/ HTTP/1.1\r\nHost: {host}\r\n\r\n",
  "a tunnel": "CONNECT  {host} HTTP/1.1\r\nHost: {host}\r\n\r\nHost: a",
};

interface Arriving {
  readonly socket: Socket;
  text: string;
  isEnded: boolean;
  /** Resolves as soon as this holds, or the connection closes. */
  until(holds: () => boolean): Promise<void>;
}

const arrivals: Arriving[] = [];
const wanted: ((arriving: Arriving) => void)[] = [];
const target = createServer({ allowHalfOpen: true }, (socket) => {
  const changed = new Set<() => void>();
  const arriving: Arriving = {
    ...{ socket, text: "", isEnded: false },
    until: (holds) =>
      new Promise((resolve) => {
        const look = () => {
          if (!holds() && !socket.destroyed) return;
          changed.delete(look);
          resolve();
        };
        changed.add(look);
        look();
      }),
  };
  const tell = () => {
    for (const look of changed) look();
  };
  socket.on("data", (bytes) => {
    arriving.text += bytes.toString("latin1");
    tell();
  });
  socket.on("end", () => {
    arriving.isEnded = true;
    tell();
  });
  socket.on("error", () => undefined);
  socket.on("close", tell);
  const next = wanted.shift();
  if (next === undefined) arrivals.push(arriving);
  else next(arriving);
});
const nextArrival = (): Promise<Arriving> =>
  new Promise((resolve) => {
    const ready = arrivals.shift();
    if (ready === undefined) wanted.push(resolve);
    else resolve(ready);
  });

let [direct, proxied, host] = [0, 0, ""];
beforeAll(async () => {
  host = await listening(target, 0, "127.0.0.1");
  direct = Number(host.split(":")[1]);
  const proxy = await startProxy({
    ...{ target: new URL(`http://${host}/v1`), host: "127.0.0.1", port: 0 },
    ...{ maxBodyBytes: 64, room: createRoom(1 << 20), now: () => 1000 },
    ...{ onExchange: () => undefined, onLeftOut: () => undefined, onOpaque: () => undefined },
  });
  proxied = Number(proxy.url.port);
  return async () => {
    await proxy.close();
    await new Promise((resolve) => target.close(resolve));
  };
});

/** What has come after each piece, and at the end, which is a half-close. */
async function arrived(
  port: number,
  pieces: readonly string[],
  expected: readonly string[],
): Promise<readonly string[]> {
  const client = connect({ host: "127.0.0.1", port, noDelay: true });
  client.on("error", () => undefined);
  const came: string[] = [];
  let arriving: Arriving | undefined;
  for (const [at, piece] of pieces.entries()) {
    client.write(piece, "latin1");
    arriving ??= await nextArrival();
    const { until } = arriving;
    const now = arriving;
    await until(() => now.text.length >= (expected[at] ?? "").length);
    came.push(now.text);
  }
  client.end();
  const last = arriving;
  await last?.until(() => last.isEnded);
  came.push(last?.text ?? "");
  last?.socket.end();
  await new Promise((resolve) => client.on("close", resolve).resume());
  return came;
}

/** The pieces, cut at these places. */
const cut = (text: string, places: readonly number[]): string[] =>
  [0, ...places].map((from, at) => text.slice(from, places[at] ?? text.length));

/** What comes of a piece: the host stands there from the first byte of the one that the client named. */
function passed(text: string, upTo: number, named: string): string {
  const starts = [...text.matchAll(/\{host\}/g)].map(({ index }, at) => index + at * (named.length - 6));
  const sent = text.replaceAll("{host}", named);
  let [out, from] = ["", 0];
  for (const start of starts) {
    out += sent.slice(from, Math.min(Math.max(start, from), upTo));
    if (upTo > start) out += host;
    from = start + named.length;
  }
  return out + sent.slice(from, upTo);
}

describe("bytes that a client sends come to the target as they come, but for the host:", () => {
  test.each(Object.entries(sequences))("%s, cut anywhere", async (_, text) => {
    const named = "pets.example:81";
    const sent = text.replaceAll("{host}", named);
    const places = Array.from({ length: sent.length - 1 }, (_, at) => at + 1);
    // Whole, in two pieces cut at each place, and byte by byte.
    const cuts = [[], ...places.map((place) => [place]), places];
    for (const at of cuts) {
      const pieces = cut(sent, at);
      const ends = [...at, sent.length];
      const expected = ends.map((end) => passed(text, end, named));
      expect(await arrived(proxied, pieces, expected)).toEqual([...expected, expected.at(-1)]);
    }
    // The same without a proxy: what the target is sent then.
    const whole = text.replaceAll("{host}", host);
    expect(await arrived(direct, [whole], [whole])).toEqual([whole, passed(text, sent.length, named)]);
  });
});

const answers: Readonly<Record<string, string>> = {
  "a head with bare LF": "HTTP/1.1 200 OK\nContent-Length: 2\n\n[]",
  "HTTP/0.9": "<p>pets</p>",
  "a head without an end": "HTTP/1.1 200 OK\r\nContent-Le",
  "interim answers, and chunks that are cut":
    "HTTP/1.1 103 A\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a\r\n[1,2,\r\n1",
  "more answers than requests": "HTTP/1.1 204 A\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]",
  "another protocol": "HTTP/1.1 101 A\r\nUpgrade: a\r\n\r\n\x81\x02Host: a\r\n",
  "a TLS alert": "\x15\x03\x01\x00\x02\x02\x46",
};

describe("bytes that a target sends come to the client as they come:", () => {
  test.each(Object.entries(answers))("%s, whole and byte by byte", async (_, text) => {
    for (const pieces of [[text], [...text]]) {
      const client = connect({ host: "127.0.0.1", port: proxied, allowHalfOpen: true, noDelay: true });
      client.write("GET / HTTP/1.1\r\n\r\n");
      const { socket } = await nextArrival();
      let [came, sent] = ["", ""];
      for (const piece of pieces) {
        socket.write(piece, "latin1");
        sent += piece;
        // The next one goes out when this one is there.
        while (came.length < sent.length)
          came += await new Promise<string>((resolve) =>
            client.once("data", (bytes) => resolve(bytes.toString("latin1"))),
          );
        expect(came).toBe(sent);
      }
      socket.end();
      await new Promise((resolve) => client.once("end", resolve));
      client.end();
      await new Promise((resolve) => client.on("close", resolve));
    }
  });
});
