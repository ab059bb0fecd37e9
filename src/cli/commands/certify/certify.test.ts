import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { clientVariants } from "../../../../suites/clients/reference-client/variants.ts";
import { examRecording } from "../../../../testing/certificate/certified-clients.ts";
import { recordedLines, recordingOf } from "../../../../testing/certificate/sample-certificate.ts";
import { ran } from "../../../../testing/cli/sample-io.ts";
import { temporaryFolder } from "../../../../testing/temporary-folder.ts";
import { main } from "../../main.ts";

const folder = temporaryFolder();
const run = (...argv: readonly string[]) =>
  ran((io) => main(argv, io), { folder, env: { PATH: process.env.PATH } });

beforeAll(async () => {
  mkdirSync(join(folder, "certificates"));
  writeFileSync(join(folder, "certificates/a.ndjson.gz"), recordingOf(await recordedLines()));
  await run("certify", "--new-key", "signing.pem");
});

const certify = (...more: readonly string[]) =>
  run("certify", "--evidence", "certificates/a.ndjson.gz", "--out", "certificates/a.json", ...more);

test("a new key is readable by its owner alone, its public half stands beside it, and neither is ever overwritten", async () => {
  expect(statSync(join(folder, "signing.pem")).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, "signing.pub.pem"), "utf8")).toContain("BEGIN PUBLIC KEY");
  const again = await run("certify", "--new-key", "signing.pem");
  expect(again).toMatchObject({ code: 2, out: "" });
  expect(again.err).toContain("Name a file that does not exist.");
});

test("--out may be a folder, in which the file is certificate.json", async () => {
  mkdirSync(join(folder, "out"));
  const named = ["--evidence", "certificates/a.ndjson.gz", "--signing-key", "signing.pem"];
  const { code, out } = await run("certify", ...named, "--out", "out");
  expect([code, out]).toEqual([0, expect.stringContaining("certificate: out/certificate.json")]);
  expect(existsSync(join(folder, "out/certificate.json"))).toBe(true);
});

test("a recording is certified, verified alone and in its folder, and revoked", async () => {
  const certified = await certify("--signing-key", "signing.pem", "--name", "Sample 1.0");
  expect(certified).toMatchObject({ code: 0, err: "" });
  expect(certified.out).toContain(
    "Sample 1.0: server standard, 59 of 60 musts, 112 of 221 cases, rate limits covered",
  );
  expect(certified.out).toContain("Replace the API key");
  const trust = ["--trust", "signing.pub.pem", "--allow-self"];
  const alone = await run("verify", "certificates/a.json", ...trust);
  expect(alone).toMatchObject({
    code: 0,
    out: expect.stringContaining("evidence not checked: certificates/a.json"),
  });
  const one = await run("verify", "certificates/a.json", "--evidence", "certificates/a.ndjson.gz", ...trust);
  expect(one).toMatchObject({ code: 0, out: expect.stringMatching(/^verified: certificates\/a\.json/) });
  const all = await run("verify", "--all", "certificates", ...trust);
  expect(all).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^verified: a\.json: .*\n1 certificate, 0 refused\n$/),
  });
  const why = ["--reason", "limits were off", "--signing-key", "signing.pem"];
  const list = "certificates/revocations.json";
  expect(await run("revoke", list, "--certificate", "certificates/a.json", ...why)).toMatchObject({
    code: 0,
  });
  expect(await run("revoke", list, "--key", "signing.pub.pem", ...why)).toMatchObject({
    out: `${list}: 1 added, 2 in all\n`,
  });
  const revoked = await run("verify", "--all", "certificates", ...trust);
  expect(revoked).toMatchObject({
    code: 14,
    out: expect.stringMatching(/^REFUSED: a\.json: Its key was revoked.*It was revoked/),
  });
  rmSync(join(folder, list));
});

test("in a folder, what is no certificate has a line of its own, and the rest goes on", async () => {
  mkdirSync(join(folder, "mixed/folder.json"), { recursive: true });
  await certify("--signing-key", "signing.pem", "--name", "Sample 1.0");
  for (const name of ["index", "sound"])
    copyFileSync(join(folder, "certificates/a.json"), join(folder, `mixed/${name}.json`));
  symlinkSync("/dev/zero", join(folder, "mixed/endless.json"));
  copyFileSync(join(folder, "certificates/a.json"), join(folder, "mixed/unread.json"));
  symlinkSync("/dev/zero", join(folder, "mixed/unread.ndjson"));
  const all = await run("verify", "--all", "mixed", "--pages", "--trust", "signing.pub.pem", "--allow-self");
  expect(all.code).toBe(10);
  expect(all.out.split("\n")).toEqual([
    expect.stringMatching(/^REFUSED: endless\.json: .*mixed\/endless\.json/),
    expect.stringMatching(/^REFUSED: folder\.json: .*it is a folder/),
    expect.stringMatching(/^REFUSED: index\.json: .*give this one another name/),
    expect.stringMatching(/^signed.*: sound\.json: /),
    expect.stringMatching(/^REFUSED: unread\.json: .*mixed\/unread\.ndjson/),
    "5 certificates, 4 refused",
    "",
  ]);
  expect(readFileSync(join(folder, "mixed/index.html"), "utf8")).toContain("Certificates of conformance");
});

test("an external signer gets the bytes on standard input", async () => {
  const signed = `cat > bytes; node -e '
    const { sign, createPrivateKey } = require("node:crypto");
    const { readFileSync } = require("node:fs");
    process.stdout.write(sign(null, readFileSync("bytes"), createPrivateKey(readFileSync("signing.pem"))).toString("base64"))'`;
  expect(await certify("--signer", signed, "--public-key", "signing.pub.pem")).toMatchObject({ code: 0 });
  const noSignature = await certify("--signer", "echo no", "--public-key", "signing.pub.pem");
  expect(noSignature).toMatchObject({ code: 2, err: expect.stringContaining("made no signature") });
});

test("a key that others can read is refused", async () => {
  const path = join(folder, "open.pem");
  writeFileSync(path, readFileSync(join(folder, "signing.pem")));
  chmodSync(path, 0o640);
  const refused = await certify("--signing-key", "open.pem");
  expect(refused).toMatchObject({
    code: 2,
    err: expect.stringContaining("can be read by others. Run chmod 600"),
  });
});

test("what leaves requirements out gets no certificate, and the reason", async () => {
  const recording = join(folder, "partial.ndjson.gz");
  writeFileSync(recording, recordingOf(await recordedLines({ only: ["LIST-1"] })));
  const out = join(folder, "none.json");
  const refused = await run(
    ...["certify", "--evidence", recording, "--signing-key", "signing.pem", "--out", out],
  );
  expect(refused.code).toBe(1);
  expect(refused.err).toContain("run without --only");
  expect(existsSync(out)).toBe(false);
});

test("a service is run thoroughly and certified in one command, with the verifier's seed", async () => {
  const made = await run(
    ...["certify", "--self", "--quiet", "--profile", "standard", "--challenge", "77"],
    ...["--signing-key", "signing.pem", "--out", "self.json"],
  );
  expect(made).toMatchObject({ code: 0, err: "" });
  expect(made.out).toContain("seed 77");
  const verify = (challenge: string) =>
    run(
      ...["verify", "self.json", "--evidence", "self.ndjson.gz", "--trust", "signing.pub.pem"],
      ...["--allow-self", "--challenge", challenge],
    );
  expect(await verify("77")).toMatchObject({ code: 0 });
  expect(await verify("78")).toMatchObject({ code: 22 });
});

test("an exam is recorded, and one with situations left out gets no certificate", async () => {
  const client = `node -e 'fetch("{url}/pets", { headers: { authorization: "Bearer {key}" } })'`;
  const exam = await run(
    ...["exam", "--exec", client, "--situation", "plain", "--quiet", "--record", "plain.ndjson.gz"],
  );
  expect(exam).toMatchObject({ code: 0, err: "" });
  const refused = await run("certify", "--evidence", "plain.ndjson.gz", "--signing-key", "signing.pem");
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toContain("run without --situation");
  expect(refused.err).toContain("give --name and --commit");
  expect(await run("exam", "--evidence", "plain.ndjson.gz", "--record", "again.ndjson.gz")).toMatchObject({
    code: 2,
    err: expect.stringContaining("--evidence and --record are both given"),
  });
});

test("a client is certified from the recording of its exam, and its page names its requirements", async () => {
  const right = clientVariants.careful ?? expect.fail("the right client has another name");
  writeFileSync(join(folder, "exam.ndjson.gz"), await examRecording(right));
  const named = ["--name", "pets-client 3.0", "--commit", "0123456789abcdef0123456789abcdef01234567"];
  const made = await run(
    ...["certify", "--evidence", "exam.ndjson.gz", "--out", "client.json", "--signing-key", "signing.pem"],
    ...named,
  );
  expect(made).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringContaining("pets-client 3.0: client, 16 of 16 musts: "),
  });
  const verify = (level: string) =>
    run(
      ...["verify", "client.json", "--trust", "signing.pub.pem", "--evidence", "exam.ndjson.gz"],
      ...["--require", level, "--page", "client.html"],
    );
  expect(await verify("thorough")).toMatchObject({ code: 21 });
  expect(await verify("client")).toMatchObject({ code: 0, out: expect.stringMatching(/^verified: client/) });
  expect(readFileSync(join(folder, "client.html"), "utf8")).toContain("Every request carries the key");
});

test("beside --evidence, an option of a run is refused by name, and the document is not; what no certificate allows is no option", async () => {
  const refused = await certify("--signing-key", "signing.pem", "--max-creates", "7");
  expect(refused).toMatchObject({
    code: 2,
    err: expect.stringContaining("--evidence is given together with --max-creates"),
  });
  const never = await run("certify", "--self", "--signing-key", "signing.pem", "--only", "LIST");
  expect(never).toMatchObject({ code: 2, err: expect.stringContaining('unknown option "--only"') });
  const other = await certify("--signing-key", "signing.pem", "--spec", "none.yaml");
  expect(other.err).toContain("there is no such file");
  const quick = await run("certify", "--self", "--signing-key", "signing.pem", "--profile", "quick");
  expect(quick).toMatchObject({ code: 2, err: expect.stringContaining("standard, thorough") });
});
