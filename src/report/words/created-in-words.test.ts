import { expect, test } from "vitest";
import type { Created } from "#core/run/result.ts";
import { sampleRun } from "#testing/report/sample-run.ts";
import { createdInWords } from "../run-report.ts";

const pet = (id: string | null, name = "conformance-x", certain = true): Created => ({
  id,
  name,
  exchange: 1,
  certain,
});
const inWords = (created: readonly Created[], most = 9) => createdInWords(sampleRun({ created }), most);
const named = "named conformance-00112233445566778899-…";

test("each pet is found by its id, else by its name, and where there is neither, that is said", () => {
  expect(inWords([pet("7"), pet(null), pet(null, "")])).toEqual({
    count: `3 pets created, ${named}`,
    shown: ["7", "conformance-x", "one without an id or a name"],
    more: "",
  });
});

test("those that may have been stored come last, and are counted apart", () => {
  expect(inWords([pet(null, "lost", false), pet("7")])).toMatchObject({
    count: `1 pet created, ${named}, and perhaps 1 more that no 2xx confirms`,
    shown: ["7", "lost"],
  });
});

test("of many the first are shown, and the others counted", () => {
  expect(inWords([pet("1"), pet("2"), pet("3")], 2)).toMatchObject({
    shown: ["1", "2"],
    more: " and 1 more",
  });
});

test("where a document leaves less room for the run's id, what the names begin with is said as it is", () => {
  expect(inWords([pet("7", "0011223344-abc")]).count).toBe("1 pet created, named 0011223344…");
  expect(inWords([pet("7", "conformance-001122334455-a")]).count).toBe(
    "1 pet created, named conformance-001122334455…",
  );
});
