import { copyFile, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { perform } from "#cli/command.ts";
import { embeddedText } from "#core/contract/embedded-text.ts";
import { UsageError } from "#core/options/usage-error.ts";
import { readLines } from "#core/recording/recording-file.ts";
import { readExamRecording } from "#exam/exam-recording.ts";
import type { Impact } from "#revisions/impact.ts";
import { examRecording } from "#testing/certificate/certified-clients.ts";
import { certificateOf } from "#testing/certificate/sample-certificate.ts";
import { ran, sampleIo } from "#testing/cli/sample-io.ts";
import { temporaryFolder } from "#testing/machine.ts";
import * as run from "../run/run.ts";
import * as impact from "./impact.ts";

const folder = temporaryFolder();
const embedded = embeddedText("suites/petstore/openapi.yaml");
const categories = `  /categories: { get: { operationId: listCategories, responses: { "200": { description: All. } } } }\n`;
const revisions: Readonly<Record<string, string>> = {
  same: embedded.replace("Lists, adds", "Lists and adds"),
  sunset: embedded.replace("x-sunset: 2030-12-05", "x-sunset: soon"),
  required: embedded.replace("required: [id]", "required: [id, born]"),
  removed: embedded.replace(/ {2}\/pets\/\{petId\}:[\s\S]*?(?= {2}\/store)/, ""),
  added: embedded.replace("  /pets/{petId}:", `${categories}$&`),
  "api-key": embedded.replace(
    "type: http\n      scheme: bearer",
    "type: apiKey\n      in: header\n      name: X-Key",
  ),
  owner: embedded
    .replace("[name, categoryId]", "[name, categoryId, ownerId]")
    .replace("        name: { type", "        ownerId: { type: integer }\n        name: { type"),
  status: embedded.replace("pending, sold]", "pending, sold, reserved]"),
};

beforeAll(async () => {
  for (const [name, text] of Object.entries(revisions)) await writeFile(join(folder, `${name}.yaml`), text);
  const { io } = sampleIo({ folder });
  for (const options of [
    ["--profile", "quick", "--record", "run.ndjson"],
    ["--rate-limit", "off", "--record", "long.ndjson"],
  ])
    expect(await perform(run, ["--self", "--quiet", ...options], io)).toBe(0);
  const careful = { hooks: () => ({}) };
  await writeFile(join(folder, "exam.ndjson.gz"), await examRecording(careful, "node pets-client.mjs"));
});

function outputOf(...argv: readonly string[]) {
  const args = argv.map((arg) => (arg.endsWith(".yaml") ? resolve(folder, arg) : arg));
  return ran((io) => perform(impact, ["embedded", ...args], io), { folder });
}

describe("without evidence, a revision", () => {
  const documents = join(import.meta.dirname, "../../../../testing/documents");
  const second = join(documents, "second-revision.yaml");

  test("that breaks something ends with 1, and names the requirement, the place and who must do what", async () => {
    const { code, out } = await outputOf(second);
    expect(code).toBe(1);
    expect(out).toContain("LIST-5  server breaking  client breaking");
    expect(out.replaceAll(/\s+/g, " ")).toContain(
      "listPets, query parameter limit: maximum 50, was 100. Server: apply it. Client: send nothing else.",
    );
    expect((await outputOf(second, "--format", "html")).out).toContain("maximum 50, was 100");
  });

  test("that is the same document ends with 0", async () => {
    expect(await outputOf("embedded")).toMatchObject({
      code: 0,
      out: expect.stringContaining("Nothing changes for servers or clients."),
    });
  });

  test("in JSON has each change with its place in the document", async () => {
    const { out } = await outputOf(second, "--format", "json");
    const { requirements, ...others } = JSON.parse(out) as {
      requirements: { id: string; changes: unknown[] }[];
    };
    expect(requirements.find(({ id }) => id === "LIST-5")?.changes).toEqual([
      expect.objectContaining({
        ...{ operation: "listPets", keyword: "maximum", was: "100", is: "50" },
        place: expect.objectContaining({ pointer: "/components/parameters/limit", line: expect.any(Number) }),
      }),
    ]);
    expect(others).not.toHaveProperty("impacts");
  });

  test("is wrong usage alone; an operation that is wrong is a warning", async () => {
    await expect(ran((io) => perform(impact, [second], io))).rejects.toThrow(UsageError);
    const { err } = await outputOf("sunset.yaml");
    expect(err).toMatch(/^Warning: GET \/pets\/\{petId\} is left out: .*x-sunset is not a day/);
  });
});

test.each([
  ["a server that answers as the revision asks", "run.ndjson", /^Conforms \(1\)\n {2}reference server/m],
  [
    "a client that passed its exam",
    "exam.ndjson.gz",
    /^Conforms \(1\)\n {2}node pets-client\.mjs {2}client/m,
  ],
])("%s conforms", async (_, evidence, line) => {
  const { code, out } = await outputOf("same.yaml", evidence);
  expect(out).toMatch(line);
  expect(code).toBe(0);
});

test("one that does not breaks, with the requirement and the exchange that shows it, after what the revision changes", async () => {
  const { code, out } = await outputOf("required.yaml", "run.ndjson");
  expect(out).toMatch(/server breaking[\s\S]*^Breaks \(1\)\n {2}reference server/m);
  expect(out.replaceAll(/\s+/g, " ")).toMatch(
    /breaks LIST-1 \(Endpoints[^)]*\): every list: expected the required field `born`; got no field `born` \(exchange \d+\)/,
  );
  expect(code).toBe(1);
  const written = async (format: string) =>
    (await outputOf("required.yaml", "run.ndjson", "--format", format)).out;
  expect(await written("markdown")).toMatch(
    /^\| reference server[^|]* \| server \| run\.ndjson \| breaks LIST-1/m,
  );
  expect(await written("html")).toContain("<strong>reference server");
});

describe("what a revision does to one of whom there is evidence does not hang on how long its run was:", () => {
  const unknownOf = async (...argv: readonly string[]) => {
    const { code, out } = await outputOf(...argv, "--format", "json");
    const [{ unknown }] = JSON.parse(out).impacts;
    return { code, unknown } as { code: number; unknown: Impact["unknown"] };
  };

  describe.each(["run.ndjson", "long.ndjson"])("by %s", (file) => {
    test("an operation that is removed takes nothing", async () => {
      expect(await unknownOf("removed.yaml", file)).toEqual({ code: 0, unknown: [] });
    });

    test("one that is added leaves only itself unknown", async () => {
      const { code, unknown } = await unknownOf("added.yaml", file);
      const [first, ...others] = unknown;
      expect(first).toEqual({ requirements: [], because: "listCategories: described, new" });
      const ids = others.flatMap(({ requirements }) => requirements);
      expect(ids).toContain("OP:listCategories/status");
      expect(ids.filter((id) => !id.startsWith("OP:listCategories/"))).toEqual([]);
      expect(code).toBe(3);
    });

    test("under another credential nothing is known", async () => {
      const { code, unknown } = await unknownOf("api-key.yaml", file);
      expect(unknown[0]?.because).toBe("listPets: security apiKey header X-Key, was http bearer");
      expect(unknown.at(-1)?.because).toBe("its requests had another credential than this document asks for");
      expect(unknown.at(-1)?.requirements).toEqual(expect.arrayContaining(["LIST-1", "AUTH-2", "HTTP-1"]));
      expect(code).toBe(3);
    });
  });
});

test("what was never sent is said not to be shown", async () => {
  const { code, out } = await outputOf("status.yaml", "run.ndjson");
  expect(out.replaceAll(/\s+/g, " ")).toContain(
    'STATUS-1: its request "status reserved" is not in the recording',
  );
  expect(code).toBe(3);
});

test("one whose creates lack what the revision requires breaks, with the clause and the request that shows it", async () => {
  const { code, out } = await outputOf("owner.yaml", "exam.ndjson.gz", "--format", "json");
  expect(code).toBe(1);
  const [impact] = JSON.parse(out).impacts;
  expect(impact).toMatchObject({
    ...{ side: "client", subject: "node pets-client.mjs", state: "breaks", brokenBefore: [] },
    breaks: [{ id: "CLIENT-13", clause: "Endpoints / Add an animal / request body" }],
  });
  const [, id] =
    /expected the required field `ownerId`; got POST \/pets with missing field `ownerId` \(exchange (\d+)\)$/.exec(
      impact.breaks[0].because,
    ) ?? [];
  const { lines } = await readLines(join(folder, "exam.ndjson.gz"));
  const exchanges = readExamRecording(lines).sessions.flatMap((session) => session.exchanges);
  expect(exchanges.find((exchange) => exchange.id === Number(id))).toMatchObject({
    ...{ method: "POST", target: "/pets" },
  });
});

describe("a folder of certificates", () => {
  let certificates = "";
  beforeAll(async () => {
    certificates = await mkdtemp(join(folder, "certificates-"));
    const recording = await readFile(join(folder, "exam.ndjson.gz"));
    const commit = "0123456789abcdef0123456789abcdef01234567";
    const certificate = await certificateOf(recording, { name: "pets-client 3.0", commit });
    for (const name of ["client", "other", "alone"])
      await writeFile(join(certificates, `${name}.json`), certificate);
    await writeFile(join(certificates, "client.ndjson.gz"), recording);
    await writeFile(join(certificates, "other.ndjson.gz"), gzipSync(gunzipSync(recording), { level: 1 }));
    await writeFile(join(certificates, "trust.json"), '{"keys":[]}');
  });

  test("calls each by the name in its certificate, and a recording of no certificate by its own", async () => {
    const { out } = await outputOf("same.yaml", certificates, "--format", "json");
    const impacts: readonly Impact[] = JSON.parse(out).impacts;
    const row = (name: string) => impacts.find(({ evidence }) => evidence === join(certificates, name));
    expect(row("client.ndjson.gz")).toMatchObject({ subject: "pets-client 3.0", state: "conforms" });
    expect(row("other.ndjson.gz")).toMatchObject({ subject: "node pets-client.mjs", state: "conforms" });
    expect(impacts.length).toBe(4);
  });

  test("says of a certificate without its recording that nothing is known of it", async () => {
    const { code, out } = await outputOf("same.yaml", certificates);
    expect(code).toBe(3);
    expect(out).toContain("Not decided by the evidence (2)\n  pets-client 3.0  client  ");
    const unwrapped = out.replaceAll(/\s+/g, " ");
    expect(unwrapped).toContain("not tested: the recording that it is about is not beside it");
    expect(unwrapped).toContain("not tested: it is about another recording than other.ndjson.gz");
  });

  test("is found in the folder of a fleet, which keeps recordings in a folder of its own", async () => {
    const fleet = await mkdtemp(join(folder, "fleet-"));
    await mkdir(join(fleet, "recordings"));
    await copyFile(join(certificates, "client.ndjson.gz"), join(fleet, "recordings/client.ndjson.gz"));
    const { out } = await outputOf("same.yaml", fleet);
    expect(out).toContain("Conforms (1)\n  node pets-client.mjs  client\n");
  });

  test("may be named one by one", async () => {
    const { out } = await outputOf("same.yaml", join(certificates, "client.json"));
    expect(out).toContain("Conforms (1)\n  pets-client 3.0  client  ");
  });
});

test("a folder without evidence, and a file that is none, are wrong usage", async () => {
  const empty = await mkdtemp(join(folder, "empty-"));
  await expect(outputOf("same.yaml", empty)).rejects.toThrow(UsageError);
  await writeFile(join(empty, "certificate.json"), '{"payloadType":"x"}');
  await expect(outputOf("same.yaml", join(empty, "certificate.json"))).rejects.toThrow(UsageError);
  await writeFile(join(empty, "other.ndjson"), '{"a":1}\n');
  await expect(outputOf("same.yaml", join(empty, "other.ndjson"))).rejects.toThrow(UsageError);
  const [head] = (await readLines(join(folder, "exam.ndjson.gz"))).lines;
  await writeFile(join(empty, "changed.ndjson"), `${head}\nno JSON\n{}\n`);
  await expect(outputOf("same.yaml", join(empty, "changed.ndjson"))).rejects.toThrow(UsageError);
});
