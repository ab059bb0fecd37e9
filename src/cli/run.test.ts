import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { correctHooks } from "#reference-server/hooks/hooks.ts";
import { listen } from "#reference-server/listen.ts";
import { createReferenceServer } from "#reference-server/server.ts";
import keyVariants from "#reference-server/variants/keys.ts";
import { ran } from "#testing/cli/sample-io.ts";
import { temporaryFolder } from "#testing/temporary-folder.ts";
import { main } from "./main.ts";

const key = "s3cret-k3y-of-the-tests";

let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
});

function run(line: string) {
  return ran((io) => main(["run", ...line.split(" ")], io), { folder, env: { PETSTORE_API_KEY: key } });
}

const report = () => JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));

test("an unreachable target is one cause on top, exit code 3 and a report that says so", async () => {
  const { url, close } = await listen(createReferenceServer({ now: Date.now, keys: [key] }));
  await close();
  const { code, out } = await run(`${url} --report json=report.json`);
  expect(code).toBe(3);
  expect(out).toMatch(/^✗ Likely cause: the target could not be reached/);
  expect(report()).toMatchObject({
    outcome: "inconclusive",
    exitCode: 3,
    reason: "unreachable",
    partial: true,
    complete: true,
  });
});

test("with --strict a failed should makes the run non-conforming, and the outcome and its reports say so", async () => {
  const hooks = keyVariants["no-challenge"]?.hooks(correctHooks) ?? {};
  const { url, close } = await listen(
    createReferenceServer({ now: Date.now, keys: [key], plan: "none", hooks }),
  );
  const quick = `${url} --profile quick --rate-limit off`;
  const lenient = await run(quick);
  const strict = await run(`${quick} --strict --report json=report.json --report junit=report.xml`);
  await close();
  expect([lenient.code, strict.code]).toEqual([0, 1]);
  expect(lenient.out).toContain("\nconforming – ");
  expect(strict.out).toContain("\nnon-conforming (--strict) –\n  1 should failed: AUTH-6; ");
  expect(report()).toMatchObject({ outcome: "non-conforming", exitCode: 1, reason: "should-failed" });
  expect(readFileSync(join(folder, "report.xml"), "utf8")).toContain(
    "<system-out>non-conforming (--strict) – 1 should failed: AUTH-6; ",
  );
});

test("a document whose limit has no default is judged", async () => {
  const document = readFileSync(new URL("../../suites/petstore/openapi.yaml", import.meta.url), "utf8");
  const spec = join(folder, "looser.yaml");
  writeFileSync(spec, document.replace(", default: 20", ""));
  for (const profile of ["standard", "thorough"]) {
    const { code, out } = await run(`--self --profile ${profile} --spec ${spec}`);
    expect(out).toMatch(/limit\s+has\s+no\s+default/);
    expect(code).toBe(0);
  }
});
