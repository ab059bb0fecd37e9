import { expect, test } from "vitest";
import { recordInText } from "./record-text.ts";

const server = {
  id: "one-more",
  outcome: "non-conforming",
  standard: [],
  thorough: ["LIST-4"],
  untested: [],
};
const proof = (servers: readonly object[], requirements: readonly object[]): string =>
  JSON.stringify({ servers, requirements, trivial: [] });

test("nothing changed is said in a sentence", () => {
  expect(recordInText([], "The proof holds.", "written")).toBe(
    "The proof holds. Every generated file is up to date.\n",
  );
});

test("each file is listed with the lines that came and went", () => {
  const written = [{ path: "docs/a.md", before: "a\nb\n", after: "a\nc\nd\n" }];
  const text = (state: "written" | "outdated") => recordInText(written, "The proof holds.", state);
  expect(text("written")).toBe(
    "The proof holds. Written anew, with the lines that came and went:\n  docs/a.md  +2 -1\n",
  );
  expect(text("outdated")).toContain("The proof holds. Not up to date, ");
});

test("of the proof it says what is new, what is gone, and what is judged differently", () => {
  const before = proof([server, { ...server, id: "gone" }], [{ id: "LIST-4" }]);
  const after = proof(
    [
      { ...server, thorough: ["LIST-5"] },
      { ...server, id: "new" },
    ],
    [{ id: "LIST-4" }],
  );
  const text = recordInText([{ path: "reports/proof.json", before, after }], "The proof holds.", "written");
  expect(text).toContain("New in the proof:\n  new\nNo longer in the proof:\n  gone\n");
  expect(text).toContain("CHANGELOG.md has to say so):\n  one-more: LIST-4, LIST-5\n");
});

test("a list that is longer than a screen is cut", () => {
  const many = Array.from({ length: 40 }, (_, index) => ({ ...server, id: `server-${index}` }));
  const text = recordInText(
    [{ path: "reports/proof.json", before: proof([], []), after: proof(many, []) }],
    "The proof holds.",
    "written",
  );
  expect(text).toContain("  … and 25 more\n");
});
