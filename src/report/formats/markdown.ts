import { escapeForTerminal, shorten } from "../escape.ts";

/** What has a meaning in GitHub's Markdown, to its mentions, references and links, or to HTML. */
const meaningful = /[\\`*_{}[\]<>#!|~&$@]|:(?=\S)|(?<=\bwww)\./giu;

/**
 * Text as Markdown that means nothing but itself, in a paragraph, a list or a table's cell, on one line.
 * An `@` is parted from the name after it, so that nobody is notified.
 */
export function escapeForMarkdown(text: string, most = 500): string {
  return shorten(escapeForTerminal(text), most).replace(meaningful, (character) => {
    const entity = `&#${character.charCodeAt(0)};`;
    return character === "@" ? `${entity}<!-- -->` : entity;
  });
}

/** A Markdown table; its cells are escaped already. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("");
}
