import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import { againBlock } from "./exchange-view.ts";

test("commands that follow one another are one text with one button, each under what has to be filled in", () => {
  const html = renderToString(
    againBlock(
      [
        { words: ["PET=$(curl -sS", "'https://host/v1/pets'", "| sed p)"], comment: undefined },
        { words: ["curl -i", `'https://host/v1/pets/'"$PET"`], comment: "CREDENTIAL: the key reversed" },
      ],
      "sh",
    ),
  );
  const text = html.replaceAll(/<[^>]*>/g, "\n").replaceAll("&quot;", '"');
  expect(text).toContain(
    `PET=$(curl -sS 'https://host/v1/pets' | sed p)\n# CREDENTIAL: the key reversed\ncurl -i 'https://host/v1/pets/'"$PET"\n`,
  );
  expect(html.match(/<button/g)).toHaveLength(1);
});

test("a long command is broken between its words and never cut", () => {
  const body = `'${"x".repeat(60_000)}'`;
  const words = ["curl -i", "-H 'Accept: application/json'", "--data-binary", body, "'https://host/v1/pets'"];
  const [, code = ""] =
    /<code>(.*)<\/code>/s.exec(renderToString(againBlock([{ words, comment: undefined }], "sh"))) ?? [];
  expect(
    code
      .split(" \\\n")
      .map((line) => line.trim())
      .join(" "),
  ).toBe(words.join(" "));
});
