import type { Requirement } from "../../src/core/check/requirement.ts";
import type { Ruling } from "../../suites/catalogue.ts";

const head = `# How the unspecified is judged

The interface leaves many places open. A suite that fails a server for a permitted choice is worse than none, so
each open place has a ruling: what fails (\`must\`), what only warns (\`should\`), and what is not judged. The numbers
are those in \`petstore-conformance explain\` and in the reports. The last column names the requirements that apply the
ruling; *(should)* marks those that warn. \`npm run record\` writes this page from \`suites/petstore/rulings.yaml\`.
`;

/** docs/rulings.md: every ruling, with the requirements that carry it. */
export function rulingsInMarkdown(rulings: readonly Ruling[], requirements: readonly Requirement[]): string {
  const judged = requirements.filter(({ level }) => level !== "open");
  const row = ({ number, text, carried }: Ruling): string => {
    const carriers = judged.filter((one) => one.rulings.includes(number));
    const names = carriers.map(({ id, level }) => (level === "should" ? `${id} *(should)*` : id));
    return `| ${number} | ${text} | ${names.length > 0 ? names.join(", ") : (carried ?? "")} |\n`;
  };
  const parts = [...Map.groupBy(rulings, ({ heading }) => heading)].map(
    ([heading, own]) =>
      `\n## ${heading}\n\n| ruling | in short | carried by |\n|---|---|---|\n${own.map(row).join("")}`,
  );
  return head + parts.join("");
}
