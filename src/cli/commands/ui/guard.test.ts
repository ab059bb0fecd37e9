import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { sampleMeans } from "#testing/cli/sample-io.ts";
import { sampleRun } from "#testing/report/sample-run.ts";
import { admit } from "./request.ts";
import { longestComingMs, startWorkbench } from "./workbench.ts";

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

test.each([
  ...["*", "http://evil.example/t0ken/", "t0ken/", "/\\[", "/t0ken/\\[", "/t0ken/[", "/t0ken/?\u00e4", ""],
])("%j is no path, and is refused as such", (url) => {
  expect(asked(url)).toMatchObject({ isAdmitted: false, status: 400 });
});

const here = { origin: "http://127.0.0.1:4000" };

test.each<[string, string, Readonly<Record<string, string>>, methods?: readonly string[]]>([
  ...["/", "/t0ke/", "/t0kenn/", "/T0KEN/", "//t0ke/x", "/other/t0ken/", "/%74"].map(
    (url): [string, string, Record<string, string>] => ["without the token", url, here],
  ),
  // A name can be made to lead here.
  ...["localhost:4000", "rebound.example:4000", "127.0.0.1", "127.0.0.1:80", "[::1]:4000"].map(
    (host): [string, string, Record<string, string>] => [`to the host ${host}`, "/t0ken/", { ...here, host }],
  ),
  ["of another origin", "/t0ken/", { origin: "http://evil.example" }],
  ["of another port of this machine", "/t0ken/", { origin: "http://127.0.0.1:4001" }],
  ["of a page without an origin", "/t0ken/", { origin: "null" }],
  ["that another site's page made", "/t0ken/", { ...here, "sec-fetch-site": "cross-site" }],
  ["that another port's page made", "/t0ken/", { "sec-fetch-site": "same-site" }],
  ["that names no origin", "/t0ken/run", {}, ["POST"]],
])("a request %s (%s) is refused", (_, url, headers, methods = ["GET", "POST"]) => {
  for (const method of methods)
    expect(asked(url, headers, method)).toMatchObject({ isAdmitted: false, status: 403 });
});

/** A connection that sends these bytes and is left open, and what comes back on it until it is closed. */
async function connected(send: (host: string, path: string) => string | Uint8Array, comingMs?: number) {
  const said: unknown[] = [];
  const means = sampleMeans({ run: sampleRun() });
  const messageOf = (error: unknown) => void said.push(error);
  const workbench = await startWorkbench({ ...means, messageOf }, 0, comingMs);
  onTestFinished(() => workbench.close());
  const { host, port, pathname } = new URL(workbench.url);
  const socket = connect({ host: "127.0.0.1", port: Number(port), allowHalfOpen: true });
  let received = "";
  socket.on("data", (data) => {
    received += data;
  });
  // A reset is an end, too.
  socket.on("error", () => undefined);
  socket.on("end", () => socket.end());
  const closed = new Promise<string>((resolve) => socket.on("close", () => resolve(received)));
  socket.write(send(host, pathname));
  return { socket, closed, said };
}

const request =
  (line: string, headers = "") =>
  (host: string) =>
    `${line} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`;

test.each([
  ["nothing", () => ""],
  ["half a request", () => "GET / HTTP/1.1\r\nHost: 127"],
  ["a body that does not come", request("POST /x/run", "Content-Length: 100000\r\n")],
  ["a body that waits to be asked for", request("POST /", "Content-Length: 9\r\nExpect: 100-continue\r\n")],
  ["another protocol", request("GET /", "Upgrade: websocket\r\nConnection: Upgrade\r\n")],
])("a connection that sends %s is closed, by default within 5 s", async (_, send) => {
  const { closed, said } = await connected(send, 200);
  await closed;
  // Node looks eight times as often.
  expect((longestComingMs * 9) / 8).toBeLessThan(5000);
  expect(said).toEqual([]);
});

test("a request without the token is answered once, and its connection is closed", async () => {
  const { closed } = await connected((host) => request("GET /")(host).repeat(50));
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
  const { closed, said } = await connected((host) => Buffer.from(request(line)(host), "latin1"));
  expect(await closed).toContain(`HTTP/1.1 ${status} `);
  expect(said).toEqual([]);
});
