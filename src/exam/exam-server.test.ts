import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { WallClock } from "#core/exchange/clock/clock.ts";
import { clientSuite } from "#suites/client-registry.ts";
import { ask } from "#testing/traffic/proxied.ts";
import { type OpenExam, openExam } from "./conduct.ts";
import { settled, startExamServer } from "./exam-server.ts";
import { LiveSession } from "./session.ts";

const { situations } = clientSuite;
const openService = await clientSuite.service();
const key = "f0e1d2c3b4a5968778695a4b3c2d1e0f";

async function open(situation = "plain"): Promise<OpenExam> {
  const exam = await openExam({
    ...{ suite: clientSuite, clock: new WallClock(), key, host: "127.0.0.1", port: 0 },
    signal: new AbortController().signal,
    situations: situations.filter(({ name }) => name === situation),
    idleMs: 60_000,
    mostMs: 60_000,
  });
  onTestFinished(async () => {
    exam.end();
    await exam.session;
  });
  return exam;
}

const portOf = ({ url }: { readonly url: string }) => Number(new URL(url).port);

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

const askBy = (socket: Socket, target: string) =>
  socket.write(`GET /v1${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);

describe("the port of an exam", () => {
  test("takes a request line that names the origin", async () => {
    const exam = await open();
    await ask(portOf(exam), `GET ${exam.url}/pets?limit=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    exam.end();
    expect((await exam.session).exchanges).toMatchObject([{ target: "/pets?limit=1" }]);
  });

  test("judges a request whose method is in lower case", async () => {
    const exam = await open();
    const answer = await ask(
      portOf(exam),
      `get /v1/pets?limit=1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    );
    exam.end();
    expect(answer).toMatch(/^HTTP\/1.1 40[45] /);
    expect((await exam.session).exchanges).toMatchObject([
      {
        method: "get",
        target: "/pets?limit=1",
        headers: [
          ["Host", "x"],
          ["Authorization", `Bearer ${key}`],
        ],
      },
    ]);
  });

  test("reads no more than a megabyte of a body, and closes the connection", async () => {
    const exam = await open();
    const head = `POST /v1/pets HTTP/1.1\r\nHost: x\r\nContent-Length: ${1 << 30}\r\n\r\n`;
    const answer = await ask(portOf(exam), head + " ".repeat(3 << 20));
    exam.end();
    const { exchanges } = await exam.session;
    expect(answer).toMatch(/^HTTP\/1.1 413 |^$/);
    expect(exchanges).toMatchObject([{ method: "POST", body: undefined }]);
    expect(exchanges[0]?.bodyBytes).toBeLessThan(2 << 20);
  });

  test("counts what had arrived before a 429 as under way, however late this process reads it", async () => {
    const clock = new WallClock();
    let ids = 0;
    const session = new LiveSession({
      ...{ suite: clientSuite, openService, clock, key },
      ...{ elsewhere: () => "", nextId: () => ++ids, settle: settled },
      situations: situations.filter(({ name }) => name === "retry-seconds"),
    });
    const receive = vi.spyOn(session, "receive");
    const server = await startExamServer({ session, basePath: "/v1", host: "127.0.0.1", port: 0 });
    const [first, second] = [await connected(portOf(server)), await connected(portOf(server))];
    askBy(first, "/pets?limit=1");
    while (receive.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    // It is with the operating system, and this process stands still until the 429 is more than due.
    askBy(second, "/pets?limit=2");
    const until = performance.now() + 400;
    while (performance.now() < until);
    await once(second, "data");
    const [refused, other] = session.exchanges();
    expect(refused?.outcome).toMatchObject({ status: 429 });
    expect(other?.sentAtMs).toBeLessThanOrEqual(refused?.endedAtMs ?? 0);
    for (const socket of [first, second]) socket.destroy();
    await server.close();
  });

  test("counts no 429 to a request whose connection the client had closed by then", async () => {
    const exam = await open("retry-seconds");
    const [left, stays] = [await connected(portOf(exam)), await connected(portOf(exam))];
    for (const socket of [left, stays]) askBy(socket, "/pets");
    left.destroy();
    await once(stays, "data");
    stays.destroy();
    exam.end();
    const { exchanges } = await exam.session;
    expect(exchanges.map(({ outcome }) => outcome)).toMatchObject([
      { kind: "failure", failure: { kind: "aborted" } },
      { kind: "answer", status: 429 },
    ]);
  });

  test("survives what is no HTTP", async () => {
    const exam = await open();
    await ask(portOf(exam), "hello\r\n\r\n");
    const answer = await fetch(`${exam.url}/pets?limit=1`, { headers: { Authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
  });
});
