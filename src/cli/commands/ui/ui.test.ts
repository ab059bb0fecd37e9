import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { commands } from "#cli/command.ts";
import type { Io } from "#cli/io.ts";
import { readArguments } from "#cli/options/args.ts";
import { testFolder } from "#testing/cli/process-bed.ts";
import { sampleIo, sampleMeans } from "#testing/cli/sample-io.ts";
import { sampleRun } from "#testing/report/sample-run.ts";
import { opened } from "#testing/traffic/proxied.ts";
import { type AskedRun, createMeans } from "./actions.ts";
import { folderListing } from "./folder-files.ts";
import { table } from "./ui.ts";
import { everydayOptions, otherOptions, referenceOptions, settable } from "./ui-options.ts";
import { startWorkbench } from "./workbench.ts";

const folder = testFolder();
const pem = (kind: string) => `-----BEGIN ${kind} KEY-----\n`;
const begin = '{"kind":"start","form":"petstore-conformance recording"';
const start = `${begin}}\n`;

test("what the folder holds is listed by what it is, and nothing of what lies outside or is hidden", async () => {
  mkdirSync(join(folder.path, "here/reports"), { recursive: true });
  mkdirSync(join(folder.path, "here/.hidden"));
  const files = {
    "outside.ndjson": start,
    "here/reports/run.ndjson": start,
    "here/.hidden/run.ndjson": start,
    "here/signing.pem": pem("PRIVATE"),
    "here/signing.pub.pem": pem("PUBLIC"),
    "here/certificate.json": '{"payloadType":"x"}',
    "here/package.json": "{}",
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder.path, path), text);
  symlinkSync("../outside.ndjson", join(folder.path, "here/link.ndjson"));
  symlinkSync("..", join(folder.path, "here/up"));
  const found = await folderListing(join(folder.path, "here"))();
  expect(found.map(({ path, kind }) => `${kind} ${path}`).toSorted()).toEqual([
    "certificate certificate.json",
    "recording reports/run.ndjson",
    "trust signing.pub.pem",
  ]);
});

test("a recording is listed with its run, unless it does not say when", async () => {
  const ofRun = (startedAtMs: string) =>
    `${begin},"start":{"startedAtMs":${startedAtMs},"options":{"profile":"quick"},"target":"https://a/v1"}}\n{`;
  mkdirSync(join(folder.path, "runs"));
  writeFileSync(join(folder.path, "runs/a.ndjson"), ofRun("1767323045000.5"));
  for (const [index, when] of ["1e99", '"now"', "]"].entries())
    writeFileSync(join(folder.path, `runs/b${index}.ndjson`), ofRun(when));
  const found = await folderListing(join(folder.path, "runs"))();
  expect(Object.fromEntries(found.map(({ path, run }) => [path, run]))).toEqual({
    "a.ndjson": { target: "https://a/v1", profile: "quick", startedAtMs: 1_767_323_045_000 },
    ...{ "b0.ndjson": undefined, "b1.ndjson": undefined, "b2.ndjson": undefined },
  });
});

describe("settable", async () => {
  // A server with the whole form, whose runs are only asked for.
  const asked: AskedRun[] = [];
  const started: (readonly string[])[] = [];
  const sample = sampleMeans({ run: sampleRun() });
  const means: typeof sample = {
    ...sample,
    startRun: (run, ...others) => {
      asked.push(run);
      return sample.startRun(run, ...others);
    },
    startReference: async (options) => {
      started.push(options);
      return { url: "http://127.0.0.1:9/v1", key: "", options, close: async () => undefined };
    },
  };
  let workbench: Awaited<ReturnType<typeof startWorkbench>>;
  beforeAll(async () => {
    workbench = await startWorkbench(means, 0);
  });
  afterAll(() => workbench.close());

  async function post(path: string, fields: Readonly<Record<string, string>>) {
    const answer = await fetch(workbench.url + path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { origin: new URL(workbench.url).origin },
      redirect: "manual",
    });
    return { status: answer.status, text: await answer.text() };
  }

  const tables = await Promise.all(Object.values(commands).map(async ([, load]) => (await load()).table));
  const everyName = [...new Set(tables.flat().map(({ name }) => name))];

  /** What each form takes; of the run its address and the typed key, too, whose names are options elsewhere. */
  const forms: Readonly<Record<string, readonly string[]>> = {
    run: ["base-url", "key", ...settable.everyday, ...settable.more],
    serve: settable.serve,
    again: ["ids"],
    stop: [],
    "serve-end": [],
    exam: [],
  };

  test.each(Object.entries(forms))(
    "of every option of every command the form %s takes those on its list, and refuses the others by name",
    async (form, fields) => {
      const before = [asked.length, started.length];
      const others = everyName.filter((name) => !fields.includes(name));
      expect(others).toContain("api-key-command");
      for (const name of others) {
        const { status, text } = await post(form, { [name]: "on" });
        const isNamed = text.includes(`&quot;${name}&quot;`);
        expect({ name, status, isNamed }).toEqual({ name, status: 400, isNamed: true });
      }
      expect([asked.length, started.length]).toEqual(before);
    },
  );

  test.each([...settable.everyday, ...settable.more])("--%s is posted, and reaches the run", async (name) => {
    const { status } = await post("run", { [name]: "1" });
    expect(status).toBe(303);
    expect(asked.at(-1)?.options.join()).toMatch(new RegExp(`^--${name}(?:=1)?$`));
  });

  test.each(settable.serve)("--%s is posted, and reaches the reference server", async (name) => {
    expect((await post("serve", { [name]: "1" })).status).toBe(303);
    expect(started.at(-1)).toEqual([`--${name}=1`]);
  });

  /** Words of a document, of the suite or of the target: nothing of this machine is named by them. */
  const texts = [
    ...["only", "skip", "require", "replay", "input", "operations", "plan", "category-id", "removal-date"],
    ...["fault", "variant", "now"],
  ];

  test("what is on the lists names no command, no file and no credential, and loosens no security", () => {
    const found = [everydayOptions, ...otherOptions.map(({ options }) => options), referenceOptions].flat();
    expect(found.map(({ name }) => name).toSorted()).toEqual(Object.values(settable).flat().toSorted());
    for (const { name, value, secret } of found) {
      expect([name, secret]).toEqual([name, undefined]);
      expect([name, value.kind]).not.toEqual([name, "path"]);
      const isBounded = ["flag", "choice", "whole", "seconds", "bytes"].includes(value.kind);
      expect([name, isBounded || texts.includes(name)]).toEqual([name, true]);
      expect(name).not.toMatch(
        /command|(?<!pro)file|key|header|^ca$|cert|insecure|config|exec|record|report|watch|spec/,
      );
    }
  });

  test("docs/configuration.md has the lists", () => {
    const text = readFileSync(new URL("../../../../docs/configuration.md", import.meta.url), "utf8");
    const row = (form: string) =>
      [...(new RegExp(`^\\| ${form} \\| (.*) \\|$`, "m").exec(text)?.[1] ?? "").matchAll(/`([\w-]+)`/g)].map(
        ([, name]) => name,
      );
    expect(row("a run")).toEqual([...settable.everyday, ...settable.more]);
    expect(row("the reference server")).toEqual(settable.serve);
  });
});

describe("workbench actions", () => {
  const key = "environment-q7Xw2m93LkZt54v";
  const [own, other] = ["http://127.0.0.1:4/v1", "http://127.0.0.1:5/v1"];
  const missing = "(PETSTORE_API_KEY is not set)";
  const notIts =
    "(http://127.0.0.1:5; the key of the environment or the command line goes only to the address";

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
      /^no API key is given .* the page of `ui` has a field/,
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
    return { seen, url: `http://${await opened(server)}/v1` };
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
});
