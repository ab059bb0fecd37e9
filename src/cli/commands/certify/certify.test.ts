import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { main } from "#cli/main.ts";
import { clientVariants } from "#suites/clients/reference-client/variants.ts";
import { examRecording } from "#testing/certificate/certified-clients.ts";
import { recordedLines, recordingOf } from "#testing/certificate/sample-certificate.ts";
import { ran } from "#testing/cli/sample-io.ts";
import { temporaryFolder } from "#testing/machine.ts";

const folder = temporaryFolder();
/** The command line, and arguments with spaces in them behind it. */
const run = (line: string, ...more: readonly string[]) =>
  ran((io) => main([...line.split(" "), ...more], io), { folder, env: { PATH: process.env.PATH } });

beforeAll(async () => {
  mkdirSync(join(folder, "certificates"));
  writeFileSync(join(folder, "certificates/a.ndjson.gz"), recordingOf(await recordedLines()));
  await run("certify --new-key signing.pem");
});

const certify = (line: string, ...more: readonly string[]) =>
  run(`certify --evidence certificates/a.ndjson.gz --out certificates/a.json ${line}`, ...more);
const signed = "--signing-key signing.pem";
/** Wrong usage, with this in its sentence. */
const refused = (sentence: string) => ({ code: 2, err: expect.stringContaining(sentence) });

test("a new key is readable by its owner alone, its public half stands beside it, and neither is ever overwritten", async () => {
  expect(statSync(join(folder, "signing.pem")).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, "signing.pub.pem"), "utf8")).toContain("BEGIN PUBLIC KEY");
  const again = await run("certify --new-key signing.pem");
  expect(again).toMatchObject({ ...refused("Name a file that does not exist."), out: "" });
  writeFileSync(join(folder, "other.pem"), "");
  expect(await run("certify --new-key other.pem")).toMatchObject(refused("Name a file that does not exist."));
  expect(existsSync(join(folder, "other.pub.pem"))).toBe(false);
});

test("a recording is certified, verified alone and in its folder, and revoked", async () => {
  const certified = await certify(`${signed} --name`, "Sample 1.0");
  expect(certified).toMatchObject({ code: 0, err: "" });
  expect(certified.out).toMatch(
    /Sample 1\.0: server standard, \d+ of \d+ musts, \d+ of \d+ cases, rate limits covered/,
  );
  expect(certified.out).toContain("Replace the API key");
  const verify = async (what: string, code: number, words: RegExp) => {
    const found = await run(`verify ${what} --trust signing.pub.pem --allow-self`);
    expect(found).toMatchObject({ code, out: expect.stringMatching(words) });
  };
  await verify("certificates/a.json", 0, /evidence not checked: certificates\/a\.json/);
  const evidence = "--evidence certificates/a.ndjson.gz";
  await verify(`certificates/a.json ${evidence}`, 0, /^verified: certificates\/a\.json/);
  await verify("--all certificates", 0, /^verified: a\.json: .*\n1 certificate, 0 refused\n$/);
  const list = "certificates/revocations.json";
  const revoke = (what: string) => run(`revoke ${list} ${what} ${signed} --reason`, "limits were off");
  expect(await revoke("--certificate certificates/a.json")).toMatchObject({ code: 0 });
  expect(await revoke("--key signing.pub.pem")).toMatchObject({
    out: expect.stringContaining(`${list}: 1 added, 2 in all\nnumber: 2, to be written`),
  });
  expect(await run(`revoke ${list} ${signed}`)).toMatchObject({
    out: expect.stringContaining(`${list}: 0 added, 2 in all\nnumber: 3, to be written`),
  });
  await verify(
    "--all certificates",
    14,
    /^REFUSED: a\.json: Its key was revoked.*limits were off.*It was revoked/,
  );
  rmSync(join(folder, list));
});

test("in a folder, what is no certificate has a line of its own, and the rest goes on; one page has them all", async () => {
  mkdirSync(join(folder, "mixed/folder.json"), { recursive: true });
  await certify(`${signed} --name`, "Sample 1.0");
  const long = "n".repeat(240);
  for (const name of ["index", "sound", "Sound", long])
    copyFileSync(join(folder, "certificates/a.json"), join(folder, `mixed/${name}.json`));
  symlinkSync("/dev/zero", join(folder, "mixed/endless.json"));
  copyFileSync(join(folder, "certificates/a.json"), join(folder, "mixed/unread.json"));
  symlinkSync("/dev/zero", join(folder, "mixed/unread.ndjson"));
  const before = readdirSync(join(folder, "mixed"));
  const all = await run("verify --all mixed --page mixed.html --trust signing.pub.pem --allow-self");
  expect(all.code).toBe(10);
  expect(all.out.split("\n")).toEqual([
    expect.stringMatching(/^signed.*: Sound\.json: /),
    expect.stringMatching(/^REFUSED: endless\.json: .*mixed\/endless\.json/),
    expect.stringMatching(/^REFUSED: folder\.json: .*it is a folder/),
    expect.stringMatching(/^signed.*: index\.json: /),
    expect.stringMatching(/^signed.*: n{240}\.json: /),
    expect.stringMatching(/^signed.*: sound\.json: /),
    expect.stringMatching(/^REFUSED: unread\.json: .*mixed\/unread\.ndjson/),
    "7 certificates, 3 refused",
    "",
  ]);
  const page = readFileSync(join(folder, "mixed.html"), "utf8");
  expect(page.match(/<section id="certificate-\d+"/g)).toHaveLength(7);
  expect(readdirSync(join(folder, "mixed"))).toEqual(before);
});

test("an empty folder is an error", async () => {
  mkdirSync(join(folder, "empty"));
  const verified = await run("verify --all empty --trust signing.pub.pem");
  expect(verified).toMatchObject(refused("the folder has no certificates"));
});

test("an external signer gets the bytes on standard input", async () => {
  const sign = `cat > bytes; node -e '
    const { sign, createPrivateKey } = require("node:crypto");
    const { readFileSync } = require("node:fs");
    process.stdout.write(sign(null, readFileSync("bytes"), createPrivateKey(readFileSync("signing.pem"))).toString("base64"))'`;
  expect(await certify("--public-key signing.pub.pem --signer", sign)).toMatchObject({ code: 0 });
  const noSignature = await certify("--public-key signing.pub.pem --signer", "echo no");
  expect(noSignature).toMatchObject(refused("made no signature"));
});

test("a key that others can read is refused", async () => {
  const path = join(folder, "open.pem");
  writeFileSync(path, readFileSync(join(folder, "signing.pem")));
  chmodSync(path, 0o640);
  expect(await certify("--signing-key open.pem")).toMatchObject(
    refused("can be read by others. Run chmod 600"),
  );
});

test("what leaves requirements out gets no certificate, and the reason", async () => {
  const recording = join(folder, "partial.ndjson.gz");
  writeFileSync(recording, recordingOf(await recordedLines({ only: ["LIST-1"] })));
  const out = join(folder, "none.json");
  const { code, err } = await run(`certify --evidence ${recording} ${signed} --out ${out}`);
  expect([code, err]).toEqual([1, expect.stringContaining("run without only")]);
  expect(existsSync(out)).toBe(false);
});

test("a service is run thoroughly and certified in one command, with the verifier's seed", async () => {
  const made = await run(
    `certify --self --quiet --profile standard --challenge 77 ${signed} --out self.json`,
  );
  expect(made).toMatchObject({ code: 0, err: "" });
  expect(made.out).toContain("seed 77");
  const verify = "verify self.json --evidence self.ndjson.gz --trust signing.pub.pem --allow-self";
  expect(await run(`${verify} --challenge 77`)).toMatchObject({ code: 0 });
  expect(await run(`${verify} --challenge 78`)).toMatchObject({ code: 22 });
  writeFileSync(join(folder, "key"), "a-key-of-nobody");
  // Nobody listens there: the certificate before keeps its evidence.
  const renewed = (target: string) =>
    run(`certify ${target} --quiet --profile standard ${signed} --out self.json`);
  const { err } = await renewed("http://127.0.0.1:9/v1 --api-key-file key");
  expect(err).toContain(
    "only a run with the exit code 0 is certified (this one: 3); self.ndjson.gz is as it was",
  );
  expect(await run(verify)).toMatchObject({ code: 0 });
  expect(await renewed("--self")).toMatchObject({ code: 0, err: "" });
  expect(await run(verify)).toMatchObject({ code: 0 });
  expect(existsSync(join(folder, "new-self.ndjson.gz"))).toBe(false);
});

test("what a command reads is never written over: a key, a recording", async () => {
  const key = readFileSync(join(folder, "signing.pem"), "utf8");
  const overwrites = refused("is read, and would be overwritten");
  const evidence = "certificates/a.ndjson.gz";
  const lines = [
    `certify --evidence ${evidence} ${signed} --out ./signing.pem`,
    `certify --evidence ${evidence} ${signed} --out ${evidence}`,
    `judge ${evidence} --report json=${join(folder, evidence)}`,
    `run http://127.0.0.1:9/v1 --api-key-file signing.pem --report json=signing.pem`,
  ];
  for (const line of lines) expect(await run(line)).toMatchObject(overwrites);
  expect(readFileSync(join(folder, "signing.pem"), "utf8")).toBe(key);
});

test("an exam is recorded, and one with situations left out gets no certificate", async () => {
  const client = `node -e 'fetch("{url}/pets", { headers: { authorization: "Bearer {key}" } })'`;
  const exam = await run("exam --situation plain --quiet --record plain.ndjson.gz --exec", client);
  expect(exam).toMatchObject({ code: 0, err: "" });
  const { err, ...ended } = await run(`certify --evidence plain.ndjson.gz ${signed}`);
  expect(ended).toEqual({ code: 1, out: "" });
  expect(err).toContain("run without --situation");
  expect(err).toContain("give --name and --commit");
  expect(await run("exam --evidence plain.ndjson.gz --record again.ndjson.gz")).toMatchObject(
    refused("--evidence and --record are both given"),
  );
});

test("a client is certified from the recording of its exam, and its page names its requirements", async () => {
  const right = clientVariants.careful ?? expect.fail("the right client has another name");
  writeFileSync(join(folder, "exam.ndjson.gz"), await examRecording(right));
  const commit = "0123456789abcdef0123456789abcdef01234567";
  const made = await run(
    `certify --evidence exam.ndjson.gz --out client.json ${signed} --commit ${commit} --name`,
    "pets-client 3.0",
  );
  expect(made).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringContaining("pets-client 3.0: client, 16 of 16 musts: "),
  });
  const evidence = "--trust signing.pub.pem --evidence exam.ndjson.gz";
  const verify = (level: string) =>
    run(`verify client.json ${evidence} --require ${level} --page client.html`);
  expect(await verify("thorough")).toMatchObject({ code: 21 });
  expect(await verify("client")).toMatchObject({ code: 0, out: expect.stringMatching(/^verified: client/) });
  expect(readFileSync(join(folder, "client.html"), "utf8")).toContain("Every request carries the key");
});

test("beside --evidence, an option of a run is refused by name, and the document is not; what no certificate allows is no option", async () => {
  expect(await certify(`${signed} --max-creates 7`)).toMatchObject(
    refused("--evidence is given together with --max-creates"),
  );
  expect(await certify(`${signed} --spec none.yaml`)).toMatchObject(refused("there is no such file"));
  const self = (option: string) => run(`certify --self ${signed} ${option}`);
  expect(await self("--only LIST")).toMatchObject(refused('unknown option "--only"'));
  expect(await self("--profile quick")).toMatchObject(refused("standard, thorough"));
});
