import { escapeForTerminal, shorten } from "#core/json/escape.ts";

/** Characters with a meaning in GitHub's Markdown, its mentions, references and links, or in HTML. */
const meaningful = /[\\`*_{}[\]<>#!|~&$@]|:(?=\S)|(?<=\bwww)\./giu;

/** Text escaped for Markdown, on one line. An `@` is separated from the name after it, so that nobody is notified. */
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
