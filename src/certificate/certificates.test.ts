import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { loadClients } from "#suites/client-registry.ts";
import type { ClientEntry } from "#suites/clients/reference-client/client.ts";
import { certification, examRecording } from "#testing/certificate/certified-clients.ts";
import {
  certificateOf,
  kindsIn,
  passedOff,
  recordedLines,
  recordingOf,
  signedStatement,
  statementIn,
  verified,
} from "#testing/certificate/sample-certificate.ts";
import { casesInWords, mustsInWords } from "./in-words.ts";
import { certificateBadge, directoryPage } from "./pages.ts";
import type { problemKinds } from "./problems.ts";

const clients = await loadClients();
const entryOf = (id: string): ClientEntry => {
  return clients[id] ?? expect.fail(`there is no client ${id}`);
};

const client = { name: "pets-client 3.0", commit: "0123456789abcdef0123456789abcdef01234567" };

test.each([
  ["careful", "PASSED", []],
  ["gives-up-silently", "WARNED", []],
  ["own-backoff", undefined, [expect.stringMatching(/^It fails /)]],
])("the client %s gets: %s", async (id, result, obstacles) => {
  const found = await certification(await examRecording(entryOf(id)), client);
  expect(found).toEqual({ result, obstacles, problems: [] });
});

const recording = await examRecording(entryOf("careful"));
const lines = gunzipSync(recording).toString("utf8").trimEnd().split("\n");
const certificate = await certificateOf(recording, client);
const statement = statementIn(certificate);

test("a client's certificate names it by its commit, and has no address, no seed and no rate limits", () => {
  const { subject, predicate } = statement;
  expect(subject[0]).toEqual({ name: client.name, digest: { gitCommit: client.commit } });
  expect(predicate).toMatchObject({ level: "client", result: "PASSED" });
  expect(predicate).not.toHaveProperty("rateLimits");
});

test("a client that sends one list is certified as partial, which is not what --require client asks for", async () => {
  const onlyLists = await examRecording({
    hooks: () => ({
      flow: async ({ request }) => void (await request({ method: "GET", target: "/v1/pets" })),
    }),
  });
  const partial = await certificateOf(onlyLists, client);
  const { level, musts } = statementIn(partial).predicate;
  expect(level).toBe("client partial");
  expect(musts.tested).toBeLessThan(musts.of);
  const found = await verified(partial, onlyLists, { require: "client" });
  expect(kindsIn(found)).toEqual(["level-too-low"]);
});

test("an exam answers no challenge, and is no server", async () => {
  const asked = { challenge: 7, require: "standard" } as const;
  const found = await verified(certificate, recording, asked);
  expect(kindsIn(found)).toEqual(["level-too-low", "other-challenge"]);
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
    expect(kindsIn(await passedOff(statement, recordingOf(forged)))).toContain(kind);
  });

  test("but not an exam of another client than the one that it names", async () => {
    const other = await certificateOf(recording, { name: "other-client 1.0", commit: "f".repeat(40) });
    expect((await verified(other, recording)).problems).toEqual([]);
  });
});

describe("pages", async () => {
  const recording = recordingOf(await recordedLines());
  const certificate = await certificateOf(recording);
  const checkedAt = new Date("2026-03-06T00:00:00Z");
  const texts = new Map([["LIST-1", "A list is an array of pets."]]);
  const file = (verification: Awaited<ReturnType<typeof verified>>, name = "acme.json") => ({
    ...{ file: name, evidence: "acme.ndjson.gz" },
    ...{ verification, texts },
  });
  const whole = await verified(certificate, recording);
  const alone = await verified(certificate);
  const refused = await verified(certificate, recording, { maxAgeMs: 1 });
  const { musts, cases } = statementIn(certificate).predicate;
  const reach = `${mustsInWords(musts)}${casesInWords(cases)}`;

  function textOf(html: string): string {
    return html
      .replaceAll(/<style>.*<\/style>/gs, "")
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ");
  }

  describe("the page of a certificate", () => {
    test("says level, gaps, service and address, then every requirement with its sentence", () => {
      const text = textOf(directoryPage([file(whole)], checkedAt));
      const order = [
        "Certificate of Sample 1.0",
        `Server standard, ${reach}, rate limits covered`,
        "key id",
        "Not tested",
        "https://reference.localhost",
        "Replace the API key",
        "LIST-1 A list is an array of pets.",
        "petstore-conformance verify",
      ].map((part) => text.indexOf(part));
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      expect(order[0]).toBeGreaterThan(-1);
    });

    const firstOfRefused =
      /Refused: Sample 1\.0 Its run is older than --max-age allows\. .* ✗ refused It says: server standard/;
    const onHisWord =
      /vouches for this: that the answers came from this service and none was made up; when it was tested, .*; how connections were used/;

    test.each([
      ["first why it is refused", refused, firstOfRefused],
      ["what was not checked", alone, /Not checked: whether the verdicts/],
      ["what rests on the word of the one who signed", whole, onHisWord],
      ["that all rests on it, where nothing was judged", alone, /vouches for this: everything that it says/],
    ])("says %s", (_, verification, sentence) => {
      expect(textOf(directoryPage([file(verification)], checkedAt))).toMatch(sentence);
    });

    test("runs nothing, and shows names of others as text", async () => {
      const statement = statementIn(certificate);
      const [service, ...others] = statement.subject;
      const name = "<script>alert(1)</script>\u202e";
      const hostile = await verified(
        await signedStatement({ ...statement, subject: [{ ...service, name }, ...others] }),
      );
      expect(hostile.statement?.subject[0]?.name).toBe(name);
      for (const page of [
        directoryPage([file(hostile, "it's.json")], checkedAt),
        directoryPage([file(hostile), file(whole)], checkedAt),
      ]) {
        expect(page).not.toMatch(/<script|\u202e/);
        expect(page).toContain("default-src 'none'");
      }
    });
  });

  test("the directory has each certificate, and distinguishes what was verified, what is only signed, and what is refused, whatever their names", () => {
    const page = directoryPage([file(whole), file(alone), file(refused, "c d.json")], checkedAt);
    expect(textOf(page)).toMatch(
      /✓ verified .*○ signed .*✗ refused .*Certificate of Sample 1\.0 .*Refused: Sample/,
    );
    const [links, places] = [/ href="#([^"]*)"/g, /<section id="([^"]*)"/g].map((anchors) =>
      [...page.matchAll(anchors)].map(([, anchor]) => anchor),
    );
    expect(links).toEqual(places);
    expect(new Set(places).size).toBe(3);
  });

  test.each([
    [`server standard, ${reach}, 2026-03-04`, whole],
    [`server standard, ${reach}, 2026-03-04, evidence not checked`, alone],
    [
      `server standard, ${reach}, 2026-03-04, requests not checked`,
      { ...whole, checked: "verdicts" as const },
    ],
    ["certificate refused", refused],
  ])("a badge says %s", (message, verification) => {
    expect(certificateBadge(verification, "bookshelf")).toContain(
      `aria-label="bookshelf interface: ${message}"`,
    );
  });
});
