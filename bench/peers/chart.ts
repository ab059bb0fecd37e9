import type { Row } from "./page.ts";

const width = 720;
const height = 360;
const left = 60;
const bottom = 44;

/** Requests (logarithmic) against the share of broken servers that are failed, as an SVG that reads in light and dark. */
export function chartOf(rows: readonly Row[]): string {
  const most = Math.max(10, ...rows.map(({ requests }) => requests));
  const decades = Math.ceil(Math.log10(most));
  const x = (requests: number) => left + (Math.log10(Math.max(1, requests)) / decades) * (width - left - 190);
  const y = (share: number) => height - bottom - share * (height - bottom - 24);
  const xTicks = Array.from({ length: decades + 1 }, (_, power) => 10 ** power);
  const yTicks = [0, 0.25, 0.5, 0.75, 1];
  const dots = rows.map(({ name, caught, broken, requests, wronged }) => {
    const [cx, cy] = [x(requests).toFixed(1), y(caught / broken).toFixed(1)];
    const kind = name === "petstore-conformance" ? ' class="ours"' : "";
    const wrong = wronged.length === 0 ? "" : `, ${wronged.length} right failed`;
    return `<circle${kind} cx="${cx}" cy="${cy}" r="6"/><text x="${Number(cx) + 11}" y="${Number(cy) + 4}">${name}${wrong}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Requests that each tool sends, against the share of broken servers that it fails">
<style>text{font:13px system-ui,sans-serif;fill:#57606a}line{stroke:#8b949e;stroke-opacity:.35}circle{fill:#8b949e}.ours{fill:#1a7f37}@media(prefers-color-scheme:dark){text{fill:#9198a1}.ours{fill:#3fb950}}</style>
${yTicks.map((share) => `<line x1="${left}" x2="${width - 10}" y1="${y(share)}" y2="${y(share)}"/><text x="${left - 8}" y="${y(share) + 4}" text-anchor="end">${share * 100} %</text>`).join("\n")}
${xTicks.map((requests) => `<text x="${x(requests)}" y="${height - bottom + 20}" text-anchor="middle">${requests}</text>`).join("\n")}
<text x="${(left + width) / 2}" y="${height - 6}" text-anchor="middle">requests (median of a run)</text>
${dots.join("\n")}
</svg>
`;
}
