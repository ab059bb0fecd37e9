import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sampleMeans } from "#testing/cli/sample-actions.ts";
import { sampleRun } from "#testing/report/sample-run.ts";
import { admit, mostStrangeMs } from "./guard.ts";
import { startWorkbench } from "./serve.ts";

const place = { host: "127.0.0.1:4000", token: "t0ken" };
const asked = (url: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  admit({ method, url, headers: { host: "127.0.0.1:4000", ...headers } }, place);

test("a request with the token comes to its page", () => {
  expect(asked("/t0ken/history?of=run")).toMatchObject({ isAdmitted: true, path: "history" });
  expect(asked("/t0ken/")).toMatchObject({ isAdmitted: true, path: "" });
  expect(asked("/t0ken/run", { origin: "http://127.0.0.1:4000" }, "POST")).toMatchObject({
    isAdmitted: true,
  });
});

test.each(["/", "/t0ke/", "/t0kenn/", "/T0KEN/", "//t0ke/x", "/other/t0ken/", "/%74"])(
  "%s without the token is refused",
  (url) => {
    expect(asked(url)).toMatchObject({ isAdmitted: false, status: 403 });
  },
);

test.each([
  "*",
  "http://evil.example/t0ken/",
  "t0ken/",
  "/\\[",
  "/t0ken/\\[",
  "/t0ken/[",
  "/t0ken/?\u00e4",
  "",
])("%j is no path, and is refused as such", (url) => {
  expect(asked(url)).toMatchObject({ isAdmitted: false, status: 400 });
});

test("a file may lead to the first page, which changes nothing, and to nothing else", () => {
  const led = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  const of = (url: string, more = {}, method = "GET") => asked(url, { ...led, ...more }, method).isAdmitted;
  expect(of("/t0ken/")).toBe(true);
  expect(of("/t0ke/")).toBe(false);
  expect(of("/t0ken/reference")).toBe(false);
  expect(of("/t0ken/", { "sec-fetch-dest": "iframe" })).toBe(false);
  expect(of("/t0ken/", { origin: "http://127.0.0.1:4000" }, "POST")).toBe(false);
});

test.each(["localhost:4000", "rebound.example:4000", "127.0.0.1", "127.0.0.1:80", "[::1]:4000"])(
  "the host %s is refused: a name can be made to lead here",
  (host) => {
    expect(asked("/t0ken/", { host })).toMatchObject({ isAdmitted: false, status: 403 });
  },
);

test.each<[string, Readonly<Record<string, string>>]>([
  ["of another origin", { origin: "http://evil.example" }],
  ["of another port of this machine", { origin: "http://127.0.0.1:4001" }],
  ["of a page without an origin", { origin: "null" }],
  ["that another site's page made", { origin: "http://127.0.0.1:4000", "sec-fetch-site": "cross-site" }],
  ["that another port's page made", { "sec-fetch-site": "same-site" }],
])("a request %s is refused, even with the token", (_, headers) => {
  for (const method of ["GET", "POST"])
    expect(asked("/t0ken/", headers, method)).toMatchObject({ isAdmitted: false, status: 403 });
});

test("a POST that names no origin is refused", () => {
  expect(asked("/t0ken/run", {}, "POST")).toMatchObject({ isAdmitted: false, status: 403 });
});

describe("tokenless connections", () => {
  /** A time that passes when the test says so. */
  class Times {
    readonly due = new Map<object, () => void>();
    readonly waits: number[] = [];
    #came = Promise.withResolvers<void>();

    readonly later = (action: () => void, ms: number) => {
      const one = {};
      this.due.set(one, action);
      this.waits.push(ms);
      this.#came.resolve();
      return () => void this.due.delete(one);
    };

    /** Resolves when something waits for its time. */
    get asked(): Promise<void> {
      return this.#came.promise;
    }

    pass(): void {
      for (const action of this.due.values()) action();
    }
  }

  let times: Times;
  let said: unknown[];
  let workbench: Awaited<ReturnType<typeof startWorkbench>>;
  beforeEach(async () => {
    times = new Times();
    said = [];
    const means = {
      ...sampleMeans({ run: sampleRun() }),
      messageOf: (error: unknown) => void said.push(error),
    };
    workbench = await startWorkbench(means, 0, times.later);
  });
  afterEach(() => workbench.close());

  /** A connection that sends these bytes and is left open, and what comes back on it until it is closed. */
  async function connected(bytes: string | Uint8Array) {
    const { port } = new URL(workbench.url);
    const socket = connect({ host: "127.0.0.1", port: Number(port), allowHalfOpen: true });
    let received = "";
    socket.on("data", (data) => {
      received += data;
    });
    // A reset is an end, too.
    socket.on("error", () => undefined);
    socket.on("end", () => socket.end());
    const closed = new Promise<string>((resolve) => socket.on("close", () => resolve(received)));
    socket.write(bytes);
    await times.asked;
    return { socket, closed };
  }

  const request = (line: string, headers = "") =>
    `${line} HTTP/1.1\r\nHost: ${new URL(workbench.url).host}\r\n${headers}\r\n`;

  test.each([
    ["nothing", () => ""],
    ["half a request", () => "GET / HTTP/1.1\r\nHost: 127"],
    ["a body that does not come", () => request("POST /x/run", "Content-Length: 100000\r\n")],
    [
      "a body that waits to be asked for",
      () => request("POST /", "Content-Length: 9\r\nExpect: 100-continue\r\n"),
    ],
    ["another protocol", () => request("GET /", "Upgrade: websocket\r\nConnection: Upgrade\r\n")],
  ])("a connection that sends %s is closed within 5 s", async (_, bytes) => {
    const { closed } = await connected(bytes());
    expect(Math.max(...times.waits)).toBeLessThan(5000);
    times.pass();
    await closed;
    expect(said).toEqual([]);
  });

  test("a request without the token is answered once, and its connection is closed", async () => {
    const { closed } = await connected(request("GET /").repeat(50));
    expect((await closed).match(/HTTP\/1\.1 403/g)).toHaveLength(1);
  });

  test.each([
    ["GET /\\[", "400"],
    ["GET http://[", "400"],
    ["GET *", "400"],
    ["GET /\u00e4", "400"],
    ["GET /\u0000", "400"],
    ["G", "400"],
    ["GET //", "403"],
    ["GET /%", "403"],
    ["OPTIONS *", "405"],
  ])("%j is answered with %s, and nothing is printed", async (line, status) => {
    const { closed } = await connected(Buffer.from(request(line), "latin1"));
    expect(await closed).toContain(`HTTP/1.1 ${status} `);
    expect(said).toEqual([]);
  });

  test("a connection that showed the token stays open", async () => {
    const { pathname, host: named } = new URL(workbench.url);
    const { socket, closed } = await connected(`GET ${pathname}events HTTP/1.1\r\nHost: ${named}\r\n\r\n`);
    await once(socket, "data");
    expect(times.waits).toEqual([mostStrangeMs]);
    expect(times.due.size).toBe(0);
    socket.destroy();
    await closed;
  });
});
