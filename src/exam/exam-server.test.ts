import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createWallClock } from "../exchange/clock/wall-clock.ts";
import { type OpenExam, openExam } from "./conduct.ts";
import { situations } from "./situations.ts";

const key = "f0e1d2c3b4a5968778695a4b3c2d1e0f";
const exams: OpenExam[] = [];

async function open(): Promise<OpenExam> {
  const exam = await openExam({
    ...{ clock: createWallClock(), key, host: "127.0.0.1", port: 0 },
    signal: new AbortController().signal,
    situations: situations.filter(({ name }) => name === "plain"),
    idleMs: 60_000,
    mostMs: 60_000,
  });
  exams.push(exam);
  return exam;
}

async function raw(url: string, bytes: Uint8Array): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  let text = "";
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
  });
  socket.write(bytes);
  await new Promise((resolve) => socket.on("close", resolve));
  return text;
}

afterEach(async () => {
  for (const exam of exams.splice(0)) {
    exam.end();
    await exam.session;
  }
});

describe("the port of an exam", () => {
  test("ends the exam, and says so, where the client speaks TLS", async () => {
    const exam = await open();
    const hello = Buffer.from("160301020001000200", "hex");
    for (let n = 0; n < 3; n += 1) await raw(exam.url, hello);
    expect((await exam.session).end).toEqual({ kind: "ended", why: "speaks-tls" });
  });

  test("reads no more than a megabyte of a body, and closes the connection", async () => {
    const exam = await open();
    const head = `POST /v1/pets HTTP/1.1\r\nHost: x\r\nContent-Length: ${1 << 30}\r\n\r\n`;
    const answer = await raw(exam.url, Buffer.concat([Buffer.from(head), Buffer.alloc(3 << 20, 32)]));
    exam.end();
    const { exchanges } = await exam.session;
    expect(answer).toMatch(/^HTTP\/1.1 413 |^$/);
    expect(exchanges).toMatchObject([{ method: "POST", body: undefined }]);
    expect(exchanges[0]?.bodyBytes).toBeLessThan(2 << 20);
  });

  test("survives what is no HTTP", async () => {
    const exam = await open();
    await raw(exam.url, Buffer.from("hello\r\n\r\n"));
    const answer = await fetch(`${exam.url}/pets?limit=1`, { headers: { Authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
  });
});
