import { describe, expect, test } from "vitest";
import { hostileTexts } from "./cases/texts.ts";
import { holds } from "./holds.ts";
import { bedKey } from "./hostile-parts.ts";
import { formsFound, keyForms } from "./key-forms.ts";
import { reportProblems } from "./report-problems.ts";
import { firstCases, hostileCases } from "./targets.ts";

// Unhandled rejections and exceptions fail the whole of a vitest run. testing/long/hostile/hostile.test.ts plays the other targets.

const all = Object.values(hostileCases).flat();

test("each hostile target has a name of its own", () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(60);
});

const some = firstCases.map((hostile) => [hostile.id, hostile] as const);

test.for(some)("a run against a hostile target ends with the verdict it is owed: %s", async ([, hostile]) => {
  await holds(hostile);
});

// What the bed looks for it would find: a search that cannot fail shows nothing.

test.each(Object.entries(keyForms(bedKey)))("the search for the key finds it: %s", (name, form) => {
  expect(formsFound(`{"a":"before${form}after"}`, bedKey)).toContain(name);
});

describe("a text that is written as it came is found in", () => {
  const text = (name: string): string => hostileTexts[name] ?? "";

  test.each([
    ["any format", "txt", `a ${text("terminal colours")}`],
    ["any format", "txt", `a ${text("right-to-left override")}`],
    ["any format", "txt", `a ${text("lone surrogates")}`],
    ["console", "txt", `a ${text("GitHub command")}`],
    ["events", "ndjson", `{"a":"b"}\n{"a":"${text("JSON string")}"}\n`],
    ["JUnit", "xml", `<testsuites><![CDATA[${text("end of CDATA")}]]></testsuites>`],
    ["JUnit", "xml", `<testsuites name="${text("end of an attribute")}"/>`],
    ["HTML", "html", `<pre>${text("event handler")}</pre>`],
    ["HTML", "html", `<script></script><script>a="${text("end of a script")}"</script>`],
    ["Markdown", "md", `| a | b |\n|---|---|\n| ${text("Markdown image")} | b |`],
    ["Markdown", "md", text("Markdown link")],
    ["Markdown", "md", `\`\`\`\n${text("Markdown fence")}\n\`\`\``],
    ["Markdown", "md", text("Markdown table")],
    ["annotations", "annotations", `::error title=a,file=forged::b`],
  ])("%s (.%s): %s", (format, extension, written) => {
    expect(reportProblems({ format, extension, text: written })).not.toEqual([]);
  });
});
