import type { Requirement } from "../../src/check/requirement.ts";

/** docs/rulings.md with its last column as the catalogue has it: which requirements carry each ruling. */
export function rulingsWithCarriers(text: string, requirements: readonly Requirement[]): string {
  const judged = requirements.filter(({ level }) => level !== "open");
  return text.replace(/^(\| (\d+) \|.*\| )([^|]+)( \|)$/gm, (row, start, number, carriers, end) => {
    const carrying = judged.filter(({ rulings }) => rulings.includes(Number(number)));
    // What no requirement carries says in words why.
    if (carrying.length === 0 && !/\b[A-Z0-9]+-\d+\b/.test(carriers)) return row;
    const words = carrying.map(({ id, level }) => (level === "should" ? `${id} *(should)*` : id)).join(", ");
    return `${start}${words}${end}`;
  });
}
