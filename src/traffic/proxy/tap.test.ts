import { expect, test } from "vitest";
import { createRoom } from "../../core/exchange/decoding/body-bytes.ts";
import type { WireExchange } from "../../core/exchange/wire-exchange.ts";
import { createTap } from "./tap.ts";
import { clientLeft } from "./upstream-failure.ts";

function tapIn(bytes: number) {
  const room = createRoom(bytes);
  const exchanges: WireExchange[] = [];
  const counts = { leftOut: 0, opaque: 0 };
  const tap = createTap({
    ...{ target: new URL("http://target.example/v1"), maxBodyBytes: 1 << 20, now: () => 1000, room },
    onExchange: (passed) => void exchanges.push(passed.exchange()),
    onLeftOut: () => {
      counts.leftOut += 1;
    },
    onOpaque: () => {
      counts.opaque += 1;
    },
  });
  const asked = (text: string) => tap.asked(Buffer.from(text, "latin1")).toString("latin1");
  const answered = (text: string) => tap.answered(Buffer.from(text, "latin1"));
  /** Nothing of the room is taken any more. */
  const isFree = () => room.take(bytes);
  return { tap, asked, answered, exchanges, counts, isFree };
}

const get = "GET /v1/pets HTTP/1.1\r\nHost: target.example\r\n\r\n";
const post = (body: string) =>
  `POST /v1/pets HTTP/1.1\r\nHost: target.example\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]";

test("requests without an answer that find no room pass, are counted, and do not shift the answers of others", () => {
  const { tap, asked, answered, exchanges, counts, isFree } = tapIn(3000);
  expect(asked(get.repeat(5))).toBe(get.repeat(5));
  expect(tap.underWay).toBe(5);
  answered(ok.repeat(5));
  expect([exchanges.length, counts.leftOut, tap.underWay]).toEqual([2, 3, 0]);
  asked(get);
  answered(ok);
  expect([exchanges.length, counts.leftOut, isFree()]).toEqual([3, 3, true]);
});

test("an exchange whose body finds no room passes and is counted", () => {
  const { asked, answered, exchanges, counts, isFree } = tapIn(3000);
  const large = post("x".repeat(3000));
  expect(asked(large)).toBe(large);
  answered(ok);
  asked(get);
  answered(`HTTP/1.1 200 OK\r\nContent-Length: 3000\r\n\r\n${"x".repeat(3000)}`);
  expect([exchanges.length, counts.leftOut, isFree()]).toEqual([0, 2, true]);
});

test("a HEAD for which there is no room is still answered without a body", () => {
  const { asked, answered, exchanges, counts } = tapIn(1500);
  asked(`${get}${get.replace("GET", "HEAD")}${get}`);
  answered(`${ok}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n${ok}`);
  expect([exchanges.length, counts]).toEqual([1, { leftOut: 2, opaque: 0 }]);
});

test("a head that is longer than there is room for passes, with the target's host, and ends what is read", () => {
  const { tap, asked, counts, isFree } = tapIn(3000);
  const begun = `${get}GET /v1/pets HTTP/1.1\r\nX-A: ${"x".repeat(3000)}`;
  expect(asked(begun)).toBe(begun);
  expect(asked("\r\nHost: other\r\n\r\nHost: other")).toBe("\r\nHost: target.example\r\n\r\nHost: other");
  expect([tap.underWay, counts, isFree()]).toEqual([0, { leftOut: 1, opaque: 1 }, true]);
});

test("an answer's head that is longer than there is room for ends what is read", () => {
  const { asked, answered, exchanges, counts, isFree } = tapIn(3000);
  asked(get);
  answered(`HTTP/1.1 200 OK\r\nX-A: ${"x".repeat(1000)}`);
  answered(`${"x".repeat(3000)}\r\n\r\n`);
  expect([exchanges, counts, isFree()]).toEqual([[], { leftOut: 1, opaque: 1 }, true]);
});

test("whatever a connection ends with, its room is given back", () => {
  for (const end of [
    get,
    post("xx").slice(0, -1),
    get.slice(0, 9),
    "\x16\x03\x01",
    "CONNECT a:1 HTTP/1.1\r\n\r\n",
  ]) {
    for (const answer of [
      "",
      ok.slice(0, 9),
      ok.slice(0, -1),
      "HTTP/1.1 101 A\r\n\r\n\x81\x01a",
      "\x15",
      "HTTP/1.1 100 A\r\n\r\n",
    ]) {
      const { tap, asked, answered, isFree } = tapIn(9000);
      asked(get + end);
      answered(answer);
      tap.ended(clientLeft);
      expect([tap.underWay, isFree()], JSON.stringify([end, answer])).toEqual([0, true]);
    }
  }
});

test("what follows a switch of protocols is not read, in the same bytes too", () => {
  const { asked, answered, exchanges, counts } = tapIn(9000);
  asked(get);
  answered("HTTP/1.1 101 Switching Protocols\r\n\r\n\x81\x00");
  expect(asked("GET / HTTP/1.1\r\nHost: a\r\n\r\n")).toContain("Host: a");
  expect([exchanges, counts]).toEqual([[], { leftOut: 1, opaque: 0 }]);
});

test("a request whose target has an authority is one below the base address", () => {
  const { asked, answered, exchanges } = tapIn(9000);
  asked(get.replace("/v1", "http://client.example/v1"));
  answered(ok);
  expect(exchanges).toMatchObject([{ target: "/pets", headers: [["Host", "target.example"]] }]);
});
