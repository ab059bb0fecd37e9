import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { CertificateError, inTotoType, sealed, writeEnvelope } from "#certificate/statement/dsse.ts";
import { readSigner } from "#certificate/trust/keys.ts";
import { main } from "#cli/main.ts";
import {
  certificateOf,
  certified,
  recordedLines,
  recordingOf,
  statementIn,
  verified,
} from "#testing/certificate/sample-certificate.ts";
import { bin, key, testFolder } from "#testing/cli/process-bed.ts";
import { ran } from "#testing/cli/sample-io.ts";
import { fuzz } from "#testing/fuzz/fuzz.ts";

const folder = testFolder();
const place = (name: string) => join(folder.path, name);

function run(args: readonly string[]) {
  return ran((io) => main(args, io), { folder: folder.path, env: { PETSTORE_API_KEY: key } });
}

/** One sentence and this exit code, never a trace. */
async function expectRefused(args: readonly string[], code = 2): Promise<string> {
  const ended = await run(args);
  expect([ended.code, ended.err + ended.out]).toEqual([
    code,
    expect.not.stringMatching(/\n\s+at |a fault of the suite/),
  ]);
  return ended.err + ended.out;
}

const exchange = {
  time: "2026-01-01T00:00:00Z",
  request: { method: "GET", url: "http://h/v1/pets" },
  response: { status: 200, headers: [] },
};
const traffic = `${JSON.stringify(exchange)}\n`;
const recordingStart = `{"kind":"start","form":"petstore-conformance recording"`;

describe.skipIf(process.platform !== "linux")("what is no file of this kind", () => {
  const target = "http://127.0.0.1:9/v1";
  const given: Readonly<Record<string, (file: string) => readonly string[]>> = {
    judge: (file) => ["judge", file],
    "exam --evidence": (file) => ["exam", "--evidence", file],
    "certify --evidence": (file) => ["certify", "--evidence", file, "--signing-key", "key.pem"],
    "certify --signing-key": (file) => ["certify", "--evidence", "key.pem", "--signing-key", file],
    verify: (file) => ["verify", file, "--trust", "key.pub.pem"],
    "verify --trust": (file) => ["verify", "key.pub.pem", "--trust", file],
    "revoke --certificate": (file) => [
      ...["revoke", "list.json", "--certificate", file, "--reason", "a", "--signing-key", "key.pem"],
    ],
    "--config": (file) => ["run", "--self", "--config", file],
    fleet: (file) => ["fleet", file, "--out", "fleet"],
    "--known-failures": (file) => ["run", "--self", "--known-failures", file],
    "--api-key-file": (file) => ["run", target, "--api-key-file", file],
    "proxy --ca": (file) => ["proxy", "--target", target, "--port", "0", "--ca", file],
    "--spec": (file) => ["run", "--self", "--spec", file],
    compare: (file) => ["compare", file, file],
    impact: (file) => ["impact", file, file],
  };

  test.each(Object.entries(given))("given to %s ends in a sentence and exit code 2", async (_, args) => {
    await run(["certify", "--new-key", "key.pem"]);
    mkdirSync(place("folder"));
    for (const file of ["folder", "/proc/self/mem", "/dev/zero", "/dev/urandom", "/dev/ptmx", "missing"])
      expect((await expectRefused(args(resolve(folder.path, file)))).trim().split("\n")).toHaveLength(1);
  });

  /** Judges what a shell command writes into a pipe. */
  const fromPipe = (command: string) =>
    spawnSync("sh", ["-c", `${command} | "$0" "$1" judge /dev/stdin`, process.execPath, bin], {
      cwd: folder.path,
      encoding: "utf8",
    });

  test("a pipe is read like a file, of traffic and of a recording alike", async () => {
    writeFileSync(place("traffic.ndjson"), traffic);
    expect(await run(["run", "--self", "--profile", "quick", "--record", "run.ndjson.gz"])).toMatchObject({
      code: 0,
    });
    for (const file of ["run.ndjson.gz", "traffic.ndjson"]) {
      const { status, stdout, stderr } = fromPipe(`cat ${file}`);
      const { code, out } = await run(["judge", file]);
      expect([status, stderr]).toEqual([code, ""]);
      const inOneLine = (text: string) => text.replace(/\s+/g, " ");
      expect(inOneLine(stdout.replaceAll("/dev/stdin", file))).toBe(inOneLine(out));
    }
  });

  test("a pipe without end is given up", () => {
    const { status, stderr } = fromPipe("cat /dev/zero");
    expect([status, stderr]).toEqual([2, expect.stringContaining("128 MB of it hold no exchange")]);
  });

  test("a key on standard input has an end", () => {
    const { status, stderr } = spawnSync(
      "sh",
      ["-c", '"$0" "$1" run http://127.0.0.1:9/v1 --api-key-file - < /dev/zero', process.execPath, bin],
      { cwd: folder.path, encoding: "utf8" },
    );
    expect([status, stderr]).toEqual([2, expect.stringContaining("larger than 64 kB")]);
  });
});

describe("more than a file of its kind holds", () => {
  const manyBlanks = Buffer.alloc(140 << 20, " ");
  const packedBlanks = gzipSync(manyBlanks, { level: 1 });

  /** After the first line more blanks than are read, packed. */
  function blanks(name: string, first: string): string {
    const packed = name.endsWith(".zst")
      ? zstdCompressSync(Buffer.concat([Buffer.from(first), manyBlanks]))
      : Buffer.concat([gzipSync(first), packedBlanks]);
    writeFileSync(place(name), packed);
    return name;
  }

  test.each(["blanks.gz", "blanks.zst"])(
    "%s: packed blanks are no traffic, and are not read on",
    async (name) => {
      expect(await expectRefused(["judge", blanks(name, "")])).toContain("128 MB of it hold no exchange");
      expect(await expectRefused(["judge", blanks(name, `{"log": `)])).toContain(
        "larger than 67108864 bytes",
      );
      const { out } = await run(["judge", blanks(name, traffic)]);
      expect(out).toContain("it was not read on");
    },
  );

  test.each(["blanks.ndjson.gz", "blanks.ndjson.zst"])("%s: packed blanks are no recording", async (name) => {
    for (const first of [recordingStart, `${recordingStart}}\n`])
      expect(await expectRefused(["judge", blanks(name, first)])).toContain("more than a recording does");
  });

  test("a recording of other lines, or of millions of values, is none", async () => {
    const first = `${recordingStart}}\n`;
    writeFileSync(place("few.ndjson"), `${first}{"kind":"exchange"}\n`);
    writeFileSync(
      place("many.ndjson"),
      `${first}${`{"kind":"x","a":[${"{},".repeat(100_000)}0]}\n`.repeat(8)}`,
    );
    expect(await expectRefused(["judge", "few.ndjson"])).toContain("line 1 is not as its schema has it");
    expect(await expectRefused(["judge", "many.ndjson"])).toContain("more than a recording does");
  });

  test("JSON that is nested 100,000 deep is no certificate, trust list, report or configuration", async () => {
    await run(["certify", "--new-key", "key.pem"]);
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const signer = await readSigner(place("key.pem"));
    writeFileSync(place("signed.json"), writeEnvelope(await sealed(inTotoType, Buffer.from(deep), signer)));
    writeFileSync(place("bare.json"), deep);
    for (const file of ["signed.json", "bare.json"])
      expect(await expectRefused(["verify", file, "--trust", "key.pub.pem"], 10)).toMatch(/nested|deep/);
    for (const args of [
      ["verify", "signed.json", "--trust", "bare.json"],
      ["compare", "bare.json", "bare.json"],
      ["run", "--self", "--config", "bare.json"],
      ["run", "--self", "--known-failures", "bare.json"],
      ["fleet", "bare.json", "--out", "fleet"],
      ["judge", "--merge", "bare.json"],
      ["judge", "bare.json"],
    ])
      await expectRefused(args);
  });
});

const recording = recordingOf(await recordedLines());
const certificate = await certificateOf(recording);

test("each byte of a certificate that is flipped is detected", async () => {
  for (const at of certificate.keys()) {
    const flipped = certificate.with(at, (certificate[at] ?? 0) ^ (1 + (at % 255)));
    expect((await verified(Buffer.from(flipped))).problems, `byte ${at}`).not.toEqual([]);
  }
});

// What the one who signs can change in the recording before it is signed. Everything else is found, or stands in the
// certificate then.

/** A field of a recording: in which line, by which keys, and its place, in which items of lists are not distinguished. */
interface Field {
  readonly line: number;
  readonly keys: readonly string[];
  readonly place: string;
}

/** Every value in the lines of a recording. */
function fieldsIn(lines: readonly string[]): readonly Field[] {
  return lines.flatMap((text, line) => {
    const fields: Field[] = [];
    const walk = (value: unknown, place: string, keys: readonly string[]): void => {
      if (typeof value !== "object" || value === null) fields.push({ line, keys, place });
      else
        for (const [key, member] of Object.entries(value))
          walk(member, Array.isArray(value) ? `${place}[]` : `${place}.${key}`, [...keys, key]);
    };
    const parsed: { readonly kind: string } = JSON.parse(text);
    walk(parsed, parsed.kind, []);
    return fields;
  });
}

/** The lines with another value in one field, of the same type. */
function withChanged(lines: readonly string[], { line, keys }: Field): readonly string[] {
  return lines.map((text, at) => {
    if (at !== line) return text;
    const parsed: object = JSON.parse(text);
    const holder = keys.slice(0, -1).reduce<object>((of, key) => Reflect.get(of, key), parsed);
    const key = keys.at(-1) ?? "";
    Reflect.set(holder, key, other(Reflect.get(holder, key)));
    return JSON.stringify(parsed);
  });
}

function other(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string") return "x";
  const third = value[2] === "0" ? "1" : "0";
  return value.length > 3 ? `${value.slice(0, 2)}${third}${value.slice(3)}` : `${value}0`;
}

const lines = await recordedLines({ seed: 5 });
const asked = { name: "Sample 1.0" };

/** What the certificate says, but for the digest of the recording. */
const said = (certificate: Buffer) =>
  JSON.stringify(statementIn(certificate), (_, value) => (value?.name === "recording" ? undefined : value));
const truth = said(await certificateOf(recordingOf(lines)));

async function isUnnoticed(changed: readonly string[]): Promise<boolean> {
  const recording = recordingOf(changed);
  try {
    const made = await certified(recording, asked);
    if ("obstacles" in made) return false;
    const certificate = Buffer.from(made.text);
    return (await verified(certificate, recording)).problems.length === 0 && said(certificate) === truth;
  } catch (error) {
    if (error instanceof CertificateError) return false;
    throw error;
  }
}

/** By the clauses of `restsOnTheSigner`. */
const onTheSignersWord: readonly RegExp[] = [
  // The answers; how connections were used.
  /^exchange\.exchange\.outcome\.answer\./,
  /\.(?:reusedConnection|inFlight)$/,
  // What it says of its own files and counts.
  /^start\.judgedBy\.document\.source$/,
  /^start\.start\.(?:keyHasCase|target)$/,
  /^end\.end\.(?:endedBy$|played\[\])/,
];

test("what can change before it is signed is what certificate and page name as resting on the signer's word", async () => {
  const first = [...Map.groupBy(fieldsIn(lines), ({ place }) => place).values()].flatMap((all) => [
    // Of each kind of field one; of statuses all.
    ...(all[0]?.place.endsWith(".answer.status") === true ? all : all.slice(0, 1)),
  ]);
  const unnoticed = new Set<string>();
  for (const field of first) if (await isUnnoticed(withChanged(lines, field))) unnoticed.add(field.place);
  const unnamed = [...unnoticed].filter((place) => !onTheSignersWord.some((one) => one.test(place)));
  expect(unnamed).toEqual([]);
  expect(unnoticed.size).toBeGreaterThan(5);
});

fuzz({ judged: 10_000, answered: 3000, played: 150 });
