import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readTrust } from "#certificate/trust/trust.ts";
import { verifyOptions } from "#cli/commands/certify/verify.ts";
import { main } from "#cli/main.ts";
import { sampleSigner } from "../certificate/sample-certificate.ts";
import { ran } from "../cli/sample-io.ts";
import { needsProgram, temporaryFolder } from "../machine.ts";
import { workflowOf } from "../source-files.ts";
import { blocksOf } from "./run-commands.ts";

const page = "docs/certification.md";

test("the trust list of the page is one", () => {
  const [block] = blocksOf(page).filter(({ language }) => language === "json");
  const keys = [7, 8].map((byte) => sampleSigner(byte).publicKey.export({ type: "spki", format: "pem" }));
  const text = (block?.text ?? "").replaceAll(/"-----BEGIN[^"]*"/g, () => JSON.stringify(keys.shift()));
  const {
    keys: [key],
    revocations,
  } = readTrust(Buffer.from(text), "trust.json");
  expect([key?.name, key?.origins?.size, key?.until, revocations?.number]).toEqual([
    "Acme",
    1,
    "2026-12-31",
    7,
  ]);
});

const workflow = workflowOf("docs/check-certificates.yml");

test("the workflow for pull requests reads only", () => {
  expect(workflow.permissions).toEqual({ contents: "read" });
  expect(Object.keys(workflow.on)).toEqual(["pull_request"]);
});

describe("the workflow for pull requests", () => {
  const folder = temporaryFolder();
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      cwd: join(folder, "repository"),
    });
  const write = (name: string, text = "{}") => writeFileSync(join(folder, "repository", name), text);

  beforeAll(() => {
    mkdirSync(join(folder, "repository/certificates"), { recursive: true });
    // In place of the program: prints its arguments.
    writeFileSync(join(folder, "petstore-conformance"), '#!/bin/bash\necho "asked: $*"\n', { mode: 0o755 });
    git("init", "--quiet", "--initial-branch=main");
    write("trust.json");
    write("challenges.txt", "acme 77\npets-client client\n");
    write("certificates/revocations.json");
    git("add", ".");
    git("commit", "--quiet", "--message=main");
  });

  function check(...names: readonly string[]) {
    git("checkout", "--quiet", "-B", "request", "main");
    for (const name of names) write(`certificates/${name}`, name);
    git("add", ".");
    git("commit", "--quiet", "--allow-empty", "--message=request");
    const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
    const script = steps.find(({ name }) => name?.startsWith("verify"))?.run ?? "";
    const { status, stdout } = spawnSync("bash", ["-e", "-c", script], {
      cwd: join(folder, "repository"),
      env: { PATH: process.env.PATH, RUNNER_TEMP: folder, BASE: "main" },
      encoding: "utf8",
    });
    return { status, lines: stdout.trim().split("\n") };
  }

  test("verifies each certificate once, by trust, seed and revocations of the main branch", () => {
    const { status, lines } = check("acme.json", "acme.ndjson.gz", "pets-client.json");
    const of = (name: string) =>
      `asked: verify certificates/${name}.json --evidence certificates/${name}.ndjson.gz --trust ${folder}/trust.json --revocations ${folder}/revocations.json`;
    expect(lines).toEqual([
      `${of("acme")} --require thorough --min-tested 90 --challenge 77 --max-age 30d`,
      `${of("pets-client")} --require client --min-tested 90 --max-age 30d`,
    ]);
    expect(status).toBe(0);
    const known = Object.values(verifyOptions).map(({ name }) => `--${name}`);
    expect(known).toEqual(expect.arrayContaining(lines.join(" ").match(/--[a-z-]+/g) ?? []));
  });

  test.each([
    ["a certificate that was not asked for", "other.json", "no line for it"],
    ["a file of another name", "a b.json", "only certificates/NAME.json"],
    ["a path that is a command to GitHub", "a\n::error::b.json", "only certificates/NAME.json"],
    ["a list of revocations", "revocations.json", "only certificates/NAME.json"],
  ])("refuses %s", (_, name, sentence) => {
    const { status, lines } = check(name);
    expect({ status, lines }).toEqual({ status: 1, lines: [expect.stringContaining(sentence)] });
  });

  test("has nothing against one without certificates", () => {
    expect(check()).toEqual({ status: 0, lines: [""] });
  });
});

needsProgram("python3")("the client in Python of docs/exam.md waits as it is asked to", async () => {
  const [client] = blocksOf("docs/exam.md").filter(({ language }) => language === "python");
  const folder = temporaryFolder();
  writeFileSync(join(folder, "pets.py"), client?.text ?? "");
  const played = ["big-ids", "no-status", "redirect", "retry-create"].flatMap((name) => [
    "--situation",
    name,
  ]);
  const argv = ["exam", "--exec", "python3 pets.py {url} {key}", ...played];
  expect(await ran((io) => main(argv, io), { folder })).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^conforming – \d+ of \d+ musts tested: \d+ passed/m),
  });
});
