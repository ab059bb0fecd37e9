import { describe, expect, test } from "vitest";
import {
  certificateOf,
  recordedLines,
  recordingOf,
  signedStatement,
  statementIn,
  verified,
} from "#testing/certificate/sample-certificate.ts";
import { casesInWords, mustsInWords } from "./in-words.ts";
import { certificateBadge, directoryPage } from "./pages.ts";

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

  test("says first why a certificate is refused, or what was not checked", () => {
    expect(textOf(directoryPage([file(refused)], checkedAt))).toMatch(
      /Refused: Sample 1\.0 Its run is older than --max-age allows\. .* ✗ refused It says: server standard/,
    );
    expect(textOf(directoryPage([file(alone)], checkedAt))).toContain("Not checked: whether the verdicts");
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

test("the directory has each certificate, and distinguishes what was verified, what is only signed, and what is refused", () => {
  const page = directoryPage([file(whole), file(alone, "b.json"), file(refused, "c d.json")], checkedAt);
  expect(textOf(page)).toMatch(
    /✓ verified .*○ signed .*✗ refused .*Certificate of Sample 1\.0 .*Refused: Sample/,
  );
});

test("certificates of one name, names that differ in their letter case, and long ones each have a place of their own", () => {
  const names = ["Acme.json", "acme.json", `${"a".repeat(240)}.json`, "index.json", "<b>.json"];
  const page = directoryPage(
    names.map((name) => file(whole, name)),
    checkedAt,
  );
  const links = [...page.matchAll(/href="#([^"]*)"/g)].map(([, anchor]) => anchor);
  expect(links).toHaveLength(names.length);
  expect([...page.matchAll(/<section id="([^"]*)"/g)].map(([, anchor]) => anchor)).toEqual(links);
  expect(new Set(links.map((anchor) => anchor?.toLowerCase())).size).toBe(names.length);
  expect(page).not.toContain("<b>");
});

test("the page names what rests on the word of the one who signed", () => {
  expect(textOf(directoryPage([file(whole)], checkedAt))).toMatch(
    /rest: that the answers came from this service and none was made up; when it was tested, .*; how connections were used/,
  );
  expect(textOf(directoryPage([file(alone)], checkedAt))).toContain("rest: everything that it says");
});

test.each([
  [`server standard, ${reach}, 2026-03-04`, whole],
  [`server standard, ${reach}, 2026-03-04, evidence not checked`, alone],
  [`server standard, ${reach}, 2026-03-04, requests not checked`, { ...whole, isOtherVersion: true }],
  ["certificate refused", refused],
])("a badge says %s", (message, verification) => {
  expect(certificateBadge(verification, "bookshelf")).toContain(
    `aria-label="bookshelf interface: ${message}"`,
  );
});
