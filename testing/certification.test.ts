import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { problemKinds } from "../src/certificate/problems.ts";
import { readTrust } from "../src/certificate/trust.ts";
import { verifyOptions } from "../src/cli/commands/shared/verify-options.ts";
import { sampleSigner } from "./certificate/sample-certificate.ts";
import { blocksOf, textOf } from "./compiled-documents.ts";
import { root } from "./source-files.ts";

const page = "docs/certification.md";

test("the page has each way of being wrong with its exit code", () => {
  const rows = [...textOf(page).matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, code, title]) => [
    Number(code),
    title,
  ]);
  const expected = Object.values(problemKinds).map(({ exitCode, title }) => [exitCode, title]);
  expect(rows).toEqual(expected.toSorted(([a], [b]) => Number(a) - Number(b)));
});

test("the trust file of the page is one", () => {
  const [block] = blocksOf(page).filter(({ language }) => language === "json");
  const pem = sampleSigner().publicKey.export({ type: "spki", format: "pem" });
  const text = (block?.text ?? "").replaceAll(/"-----BEGIN[^"]*"/g, JSON.stringify(pem));
  expect(readTrust(Buffer.from(text), "trust.json").map(({ name, roles }) => [name, roles])).toEqual([
    ["Acme", ["server standard", "server thorough"]],
    ["the programme", ["revoke"]],
  ]);
});

test("the workflow for pull requests reads only, pins what it uses, and names options that exist", () => {
  const text = readFileSync(join(root, "docs/check-certificates.yml"), "utf8");
  const workflow = parse(text) as {
    readonly permissions: object;
    readonly on: object;
    readonly jobs: Record<string, { readonly steps: readonly { readonly uses?: string }[] }>;
  };
  expect(workflow.permissions).toEqual({ contents: "read" });
  expect(Object.keys(workflow.on)).toEqual(["pull_request"]);
  const used = Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ uses = [] }) => uses));
  expect(used.length).toBeGreaterThan(0);
  for (const uses of used) expect(uses).toMatch(/@[0-9a-f]{40}$/);
  const calls = text.match(/revocations=\(--[^\n]*\)|verify "certificates[^#]*?done/gs) ?? [];
  expect(calls).toHaveLength(2);
  const named = [...calls.join(" ").matchAll(/ \(?--([a-z-]+)/g)];
  const known = Object.values(verifyOptions).map(({ name }) => name);
  expect(known).toEqual(expect.arrayContaining(named.map(([, name]) => name)));
});
