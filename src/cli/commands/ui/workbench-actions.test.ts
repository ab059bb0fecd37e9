import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Io } from "#cli/io.ts";
import { readArguments } from "#cli/options/args.ts";
import { listening } from "#core/exchange/transport/private-host.ts";
import { testFolder } from "#testing/cli/process-bed.ts";
import { sampleIo } from "#testing/cli/sample-io.ts";
import { LeadingFile } from "./leading-file.ts";
import { command, table } from "./ui.ts";
import { createMeans } from "./workbench-actions.ts";

const folder = testFolder();
const key = "environment-q7Xw2m93LkZt54v";
const [own, other] = ["http://127.0.0.1:4/v1", "http://127.0.0.1:5/v1"];
const missing = "(this address has none yet)";
const notIts = "(http://127.0.0.1:5; the key of the environment or the command line goes only to the address";

/** Asks for a run as the page does. */
function asked(
  baseUrl: string,
  named: string | undefined,
  args: readonly string[],
  around: Partial<Io> = {},
) {
  const { io } = sampleIo({ folder: folder.path, ...around });
  const { startRun } = createMeans(named, readArguments(args, table).given, io);
  const follower = { onEvent: () => undefined, journal: () => undefined };
  return (typed?: string) =>
    startRun({ baseUrl, options: ["--profile=quick"], key: typed }, follower, new AbortController().signal);
}

test("without a key the error names the field of the page", async () => {
  await expect(asked(own, own, [])()).rejects.toThrow(
    `No API key is given ${missing}. Fill in the field API key.`,
  );
});

test.each([
  ["that the command line does not name", other, own, ""],
  ["where the command line names none", other, undefined, ""],
  ["that the configuration does not name", other, undefined, `base-url: ${own}\n`],
  ["over another scheme", "https://127.0.0.1:5/v1", "http://127.0.0.1:5/v1", ""],
  ["whose name only begins so", "http://127.0.0.1:5@127.0.0.1:5/v1", own, ""],
])("the key of the environment goes to no address %s", async (_, baseUrl, named, config) => {
  writeFileSync(join(folder.path, "petstore-conformance.yaml"), config);
  const run = asked(baseUrl, named, [], { env: { PETSTORE_API_KEY: key } });
  await expect(run()).rejects.toThrow(/127\.0\.0\.1|credentials/);
  await expect(run()).rejects.not.toThrow(missing);
});

test.each([
  [["--api-key-file=key.txt"], ""],
  [[], "api-key-command: touch ran\n"],
])(
  "the key of %j, with the configuration %j, goes to no address but that of the command line",
  async (options, config) => {
    writeFileSync(join(folder.path, "petstore-conformance.yaml"), config);
    await expect(asked(other, own, options)()).rejects.toThrow(notIts);
    expect(() => statSync(join(folder.path, "ran"))).toThrow("ENOENT");
  },
);

/** A server that keeps what it is sent. */
async function keptHeaders() {
  const seen: Readonly<Record<string, unknown>>[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    response.writeHead(401, { "Content-Type": "application/json" }).end("{}");
  });
  onTestFinished(() => void server.close());
  return { seen, url: `http://${await listening(server, 0, "127.0.0.1")}/v1` };
}

const given = ["--header=X-Gateway: of-their-host"];
const inConfig = "header: ['X-Configured: of-their-host']\n";

test("an address whose key was typed gets that key, and no header that is for another host", async () => {
  writeFileSync(join(folder.path, "petstore-conformance.yaml"), inConfig);
  const { seen, url } = await keptHeaders();
  await (await asked(url, own, given, { env: { PETSTORE_API_KEY: key } })("typed-key-Zt54vRb81d")).finished;
  expect(seen.some(({ authorization }) => authorization === "Bearer typed-key-Zt54vRb81d")).toBe(true);
  expect(JSON.stringify(seen)).not.toMatch(/x-gateway|x-configured|environment-/i);
});

test("the address of the command line gets its key and its headers", async () => {
  writeFileSync(join(folder.path, "petstore-conformance.yaml"), inConfig);
  const { seen, url } = await keptHeaders();
  await (await asked(url, url, ["--header=X-Gateway: a"], { env: { PETSTORE_API_KEY: key } })()).finished;
  expect(seen[0]).toMatchObject({ "x-gateway": "a" });
  expect(seen.some(({ authorization }) => authorization === `Bearer ${key}`)).toBe(true);
});

test("a reference server goes on where the next one's options are wrong, and gives way where they are right", async () => {
  const { startReference } = createMeans(undefined, new Map(), sampleIo({ folder: folder.path }).io);
  const first = await startReference([], undefined);
  onTestFinished(() => first.close());
  await expect(startReference(["--fault=none-such"], first)).rejects.toThrow('no fault "none-such"');
  const list = () => fetch(`${first.url}/pets`, { headers: { authorization: `Bearer ${first.key}` } });
  expect((await list()).status).toBe(200);
  const second = await startReference(["--seed-pets=0"], first);
  onTestFinished(() => second.close());
  expect([second.url, await (await list()).json()]).toEqual([first.url, []]);
});

test("--open shows a file that its owner alone can read, and no argument has the token", async () => {
  let seen: unknown;
  const { io, printed } = sampleIo({
    folder: folder.path,
    openFile: async (path) => {
      seen = { path, mode: statSync(path).mode & 0o777, text: readFileSync(path, "utf8") };
      return true;
    },
    onInterrupt: (listener) => {
      listener();
      return () => undefined;
    },
  });
  expect(await command(readArguments(["--open"], table), io)).toBe(0);
  const [address = "none"] = /http:\S+/.exec(printed.out) ?? [];
  const token = new URL(address).pathname.slice(1, -1);
  expect(token).toHaveLength(32);
  expect(seen).toEqual({
    path: expect.not.stringContaining(token),
    mode: 0o600,
    text: expect.stringContaining(`content="0;url=${address}"`),
  });
});

test("what leads to an address is text in its file", () => {
  const file = new LeadingFile('http://127.0.0.1/"><script>');
  onTestFinished(() => file.remove());
  expect(readFileSync(file.path, "utf8")).not.toContain("<script>");
});
