import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { loadClientFaults } from "#suites/clients/proof.ts";
import type { ClientEntry } from "#suites/clients/reference-client/client.ts";
import { clientVariants } from "#suites/clients/reference-client/variants.ts";
import { certifiedClient, examRecording } from "#testing/certificate/certified-clients.ts";
import {
  certificateOf,
  recordingOf,
  signedStatement,
  statementIn,
  verified,
} from "#testing/certificate/sample-certificate.ts";
import type { problemKinds } from "./problems.ts";
import { sha256 } from "./statement/statement.ts";

const clientFaults = await loadClientFaults();
const entryOf = (id: string): ClientEntry => {
  return clientVariants[id] ?? clientFaults[id] ?? expect.fail(`there is no client ${id}`);
};

test.each([
  ["careful", "PASSED"],
  ["scheme-in-lower-case", "PASSED"],
  ["gives-up-silently", "WARNED"],
  ["own-backoff", undefined],
])("the client %s gets: %s", async (id, result) => {
  expect(await certifiedClient(id, entryOf(id))).toEqual({ result, mistakes: [] });
});

const recording = await examRecording(entryOf("careful"));
const lines = gunzipSync(recording).toString("utf8").trimEnd().split("\n");
const client = { name: "pets-client 3.0", commit: "0123456789abcdef0123456789abcdef01234567" };
const certificate = await certificateOf(recording, client);
const statement = statementIn(certificate);

/** What its owner can do: another recording, under the statement of the true one. */
async function passedOff(forged: readonly string[]) {
  const bytes = recordingOf(forged);
  const text = JSON.stringify(statement).replaceAll(sha256(recording), sha256(bytes));
  return verified(await signedStatement(text), bytes);
}

test("a client's certificate names it by its commit, and has no address, no seed and no rate limits", () => {
  const { subject, predicate } = statement;
  expect(subject[0]).toEqual({ name: client.name, digest: { gitCommit: client.commit } });
  expect(predicate).toMatchObject({ level: "client", result: "PASSED" });
  expect(predicate).not.toHaveProperty("rateLimits");
});

test("a client that sends one list is certified as partial, which is not what --require client asks for", async () => {
  const onlyLists = await examRecording({
    hooks: () => ({
      flow: async ({ request }) => void (await request({ kind: "list", method: "GET", target: "/v1/pets" })),
    }),
  });
  const partial = await certificateOf(onlyLists, client);
  const { level, musts } = statementIn(partial).predicate;
  expect(level).toBe("client partial");
  expect(musts.tested).toBeLessThan(musts.of);
  const found = await verified(partial, onlyLists, { levels: ["client"] });
  expect(found.problems.map(({ kind }) => kind)).toEqual(["level-too-low"]);
});

test("a client is not certified without its name and its commit", async () => {
  for (const wanting of [{ name: undefined }, { commit: undefined }])
    await expect(certificateOf(recording, { ...client, ...wanting })).rejects.toThrow(
      "give --name and --commit",
    );
});

test("an exam answers no challenge, and is no server", async () => {
  const asked = { challenge: 7, levels: ["server standard"] } as const;
  const { problems } = await verified(certificate, recording, asked);
  expect(problems.map(({ kind }) => kind)).toEqual(["level-too-low", "other-challenge"]);
});

describe("of an exam that its owner changed, `verify` refuses", () => {
  const first = lines[0] ?? "";
  const session = lines.findIndex((line) => line.startsWith('{"kind":"session"'));
  const without = (others: readonly string[]) => others.filter((_, at) => at !== session + 1);
  const begun = (from: string | RegExp, to: string) => lines.with(0, first.replace(from, to));
  const fewer = begun(/"situations":\["plain","[a-z-]+"/, '"situations":["plain"');
  const last = lines.at(-1) ?? "";
  test.each<[string, readonly string[], (keyof typeof problemKinds)?]>([
    ["a session that was taken out", without(lines)],
    ["one that is there twice", lines.toSpliced(session, 0, lines[session] ?? "")],
    ["the end taken out", lines.slice(0, -1)],
    ["a line of another kind", lines.toSpliced(1, 0, '{"kind":"note"}'), "evidence-unreadable"],
    ["fewer situations", without(fewer)],
    ["a key that it did not use", begun(/"key":"[^"]+"/, '"key":"other"')],
    ["an exam that was interrupted", begun('"interrupted":false', '"interrupted":true')],
    ["other verdicts", lines.with(-1, last.replace('"pass"', '"untested"'))],
    ["stricter options", begun('"strict":false', '"strict":true'), "other-claims"],
  ])("%s", async (_, forged, kind = "not-certifiable") => {
    expect(forged).not.toEqual(lines);
    expect((await passedOff(forged)).problems.map((problem) => problem.kind)).toContain(kind);
  });

  test("but not an exam of another client than the one that it names", async () => {
    const other = await certificateOf(recording, { name: "other-client 1.0", commit: "f".repeat(40) });
    expect((await verified(other, recording)).problems).toEqual([]);
  });
});
