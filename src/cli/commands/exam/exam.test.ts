import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { main } from "#cli/main.ts";
import { testFolder } from "#testing/cli/process-bed.ts";
import { ran } from "#testing/cli/sample-io.ts";
import { needs } from "#testing/machine.ts";

const folder = testFolder();
const inFolder = (name: string) => join(folder.path, name);

/** An exam of a program for Node. */
async function exam(program: string, ...argv: readonly string[]) {
  writeFileSync(inFolder("client.mjs"), program);
  return examOf(`'${process.execPath}' client.mjs {url} {key}`, ...argv);
}

async function examOf(command: string, ...argv: readonly string[]) {
  const args = ["exam", "--exec", command, "--report", "json=report.json", ...argv];
  const around = { folder: folder.path, env: { PATH: process.env.PATH }, columns: 200 };
  const ended = await ran((io) => main(args, io), around);
  return { ...ended, report: JSON.parse(readFileSync(inFolder("report.json"), "utf8")) };
}

const lists = `
const [url, key] = process.argv.slice(2);
const answer = await fetch(url + "/pets?limit=3", { headers: { Authorization: "Bearer " + key } });
if (!answer.ok) process.exit(1);
`;

needs("/dev/full")(
  "a recording that a full disk does not take costs the report nothing, and is not green",
  async () => {
    symlinkSync("/dev/full", inFolder("full.ndjson"));
    const { code, report, err } = await exam(lists, "--situation", "plain", "--record", "full.ndjson");
    expect(err).toMatch(/^petstore-conformance: .*full\.ndjson could not be written .*\n$/m);
    expect(report).toMatchObject({ sessions: [{ situation: "plain" }] });
    expect(code).toBe(3);
  },
);

describe("the command of an exam", () => {
  test("keeps the braces of shells and formats", async () => {
    const command = ["echo $", "{HOME} %{http_code} {a,b} {} '{ x }'"].join("");
    expect((await examOf(command, "--situation", "plain")).code).toBe(3);
  });

  test("that is not found is reported as that, in a line", async () => {
    const { code, out } = await examOf("no-such-client {url}", "--situation", "plain,burst");
    expect(code).toBe(3);
    expect(out).toMatch(/^✗ Likely cause: the command was not found: .*no-such-client.*not found/m);
    expect(out.match(/ended with exit code 127/g)).toHaveLength(1);
  });

  test("that crashes is reported by its error, and not by the trace", async () => {
    const { code, out, report } = await exam("throw new TypeError('no status')", "--situation", "plain");
    expect(code).toBe(3);
    expect(out.replaceAll(/\s+/g, " ")).toMatch(
      /✗ Likely cause: [^✗]*ended with exit code 1: TypeError: no status; fix this first/,
    );
    expect(out).not.toContain("Node.js v");
    expect(report.sessions[0].output).toContain("    at ");
  });
});

test("a client that hangs ends the exam with what has begun, and that is the one cause", async () => {
  const { code, report, out } = await exam(
    `${lists.replace(/^if .*$/m, "")} setInterval(() => {}, 1000);`,
    ...["--timeout", "5", "--concurrency", "2"],
  );
  expect(code).toBe(3);
  const [plain, ...others] = report.sessions.map(({ end }: { end: { why?: string } }) => end.why);
  expect(plain).toBe("hangs");
  expect(others.filter((why: string) => why === "given-up").length).toBeGreaterThan(others.length / 2);
  expect(out).toMatch(
    /^✗ Likely cause: the client hung until its time was up\s+\(plain.*the\s+exam\s+ended\s+there/ms,
  );
  const left = report.verdicts.filter(({ verdict }: { verdict: string }) => verdict === "inconclusive");
  expect(left.length).toBeGreaterThan(5);
  for (const { reason } of left) expect(reason).toMatch(/^the exam ended early, because the client hung/);
});

describe("an exam over TLS", () => {
  test("is held with a client that finds the certificate in the environment", async () => {
    const { code, report } = await exam(lists, "--tls", "--situation", "plain,redirect");
    expect(code).toBe(0);
    expect(report.sessions.map(({ isTls }: { isTls: boolean }) => isTls)).toEqual([true, true]);
  });

  test("resets connections as plain HTTP does", async () => {
    const { report } = await exam(lists, "--tls", "--situation", "lost-connection");
    const [{ exchanges, end }] = report.sessions;
    expect(exchanges).toContainEqual(
      expect.objectContaining({ outcome: expect.objectContaining({ kind: "failure" }) }),
    );
    expect(end).toEqual({ kind: "exited", code: 1 });
  });

  test("gives the certificate as {ca} and in --ca-out", async () => {
    const command = `'${process.execPath}' -e 'console.log(require("fs").readFileSync("{ca}", "utf8"))'`;
    const { report } = await examOf(command, "--tls", "--ca-out", "ca.pem", "--situation", "plain");
    const [{ output }] = report.sessions;
    expect(output.trim()).toBe(readFileSync(inFolder("ca.pem"), "utf8").trim());
    expect(output).toMatch(/^-----BEGIN CERTIFICATE-----/);
  });

  test.each([
    ["speaks plain HTTP", `await fetch(process.argv[2].replace("https", "http") + "/pets");`],
    [
      "does not trust the certificate",
      `const { get } = await import("node:https"); get(process.argv[2] + "/pets", { ca: [] });`,
    ],
  ])("says what it takes where the client %s", async (_, program) => {
    const { code, out } = await exam(program, "--tls", "--situation", "plain");
    expect(code).toBe(3);
    expect(out.replaceAll(/\s+/g, " ")).toMatch(
      /✗ Likely cause: no request arrived: .* over https, and to trust the certificate of the exam/,
    );
  });
});
