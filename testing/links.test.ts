import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { marked } from "marked";
import { describe, expect, test } from "vitest";
import { packedFiles, withAbsoluteLinks } from "#scripts/packed-pages.ts";
import { documents } from "./docs/run-commands.ts";
import { root, textOf } from "./source-files.ts";

/** The targets of all links and images of a page, as they are written. */
function linksOf(text: string): string[] {
  const links: string[] = [];
  marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === "link" || token.type === "image") links.push(String(token.href));
  });
  return links;
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  const headings = marked
    .lexer(text)
    .flatMap((token) => (token.type === "heading" ? [String(token.text)] : []));
  return headings.map((words) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

const isAbsolute = (link: string): boolean => /^[a-z]+:/.test(link);

/** The links of a page that lead nowhere, where `has` knows which files there are. */
function deadLinks(page: string, text: string, has: (path: string) => boolean): string[] {
  return linksOf(text).filter((link) => {
    if (isAbsolute(link)) return false;
    const [to = "", anchor] = link.split("#");
    const path = to === "" ? page : posix.join(posix.dirname(page), to);
    return !has(path) || (anchor !== undefined && !anchorsOf(textOf(path)).includes(anchor));
  });
}

test.each(documents)("every link of %s leads to a page, and to a heading of it", (page) => {
  expect(deadLinks(page, textOf(page), (path) => existsSync(join(root, path)))).toEqual([]);
});

test("a link to no file and one to no heading are dead", () => {
  const text = "[a](docs/none.md) [b](#none) [c](README.md#none) ![d](none.png) [e][f]\n\n[f]: none.md";
  expect(deadLinks("README.md", text, (path) => existsSync(join(root, path)))).toHaveLength(5);
});

/** The files of the project that a page names in code. */
const filesNamed = (text: string): string[] =>
  [...text.matchAll(/`((?:bench|docs|reference-server|scripts|src|suites|testing)\/[\w./-]+\.\w+)`/g)].map(
    ([, path = ""]) => path,
  );

test.each(documents)("every file that %s names is there", (page) => {
  expect(filesNamed(textOf(page)).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test.each(["SECURITY.md", "reports/claims.md"])("%s names a test beside each of its claims", (page) => {
  const rows =
    textOf(page)
      .split(/^\| claim \| test \|\n\|---\|---\|\n/m)[1]
      ?.split("\n\n")[0]
      ?.trim()
      .split("\n") ?? [];
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows)
    expect(
      filesNamed(row).some((path) => path.endsWith(".test.ts")),
      row,
    ).toBe(true);
});

test("the list of all pages has every page, and the README links it", () => {
  const list = "docs/README.md";
  const pages = documents.filter(
    (page) => /^(?:docs\/)?[^/]+\.md$/.test(page) && !page.endsWith("README.md"),
  );
  const linked = linksOf(textOf(list)).map((link) => posix.join("docs", link));
  expect(linked).toEqual(expect.arrayContaining(pages));
  expect(linksOf(textOf("README.md"))).toContain(list);
});

describe("the pages of the package", () => {
  const packed = new Set(packedFiles());
  const pages = [...packed].filter((page) => page.endsWith(".md"));
  const base = "https://host.example/blob/v1.0.0";

  test("as released, have no link to a page that the package lacks", () => {
    const dead = pages.flatMap((page) =>
      deadLinks(page, withAbsoluteLinks(textOf(page), page, { packed, base }), (path) => packed.has(path)),
    );
    expect(pages.length).toBeGreaterThan(5);
    expect(dead).toEqual([]);
  });

  test("keep the links to each other, and what is absolute", () => {
    const text =
      "[a](docs/install.md#in-ci) [b](reports/findings.md#keys) [c](https://a.example/b.md) [d](#more)";
    expect(withAbsoluteLinks(text, "README.md", { packed, base })).toBe(
      text.replace("reports/findings", `${base}/reports/findings`),
    );
    expect(withAbsoluteLinks("[a](../CONTRIBUTING.md)", "docs/x.md", { packed, base })).toBe(
      `[a](${base}/CONTRIBUTING.md)`,
    );
  });
});
