import { escapeForXml } from "#core/json/escape.ts";
import type { Run } from "#core/run/result.ts";

/** White text has a contrast of at least 4.5 to 1 on each. */
export const colours: Readonly<Record<Run["outcome"], string>> = {
  conforming: "#17692f",
  "non-conforming": "#b3261e",
  inconclusive: "#6f3fae",
};

/** Approximate width of a character of Verdana or a similar font at 11 px; the text is fitted to it. */
const characterWidth = 6.6;

/** A badge as SVG, without external script, font or image. Its colour must be dark enough for white text. */
export function badge(label: string, message: string, colour: string): string {
  const [left, right] = [widthOf(label), widthOf(message)];
  const text = (words: string, from: number, width: number): string =>
    `<text x="${from + width / 2}" y="14" textLength="${width - 12}" lengthAdjust="spacingAndGlyphs">${escapeForXml(words)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${escapeForXml(`${label}: ${message}`)}">`,
    `<title>${escapeForXml(`${label}: ${message}`)}</title>`,
    `<rect width="${left}" height="20" fill="#3d4450"/><rect x="${left}" width="${right}" height="20" fill="${colour}"/>`,
    `<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(label, 0, left)}${text(message, left, right)}</g>`,
    "</svg>\n",
  ].join("\n");
}

function widthOf(text: string): number {
  return Math.round(text.length * characterWidth) + 12;
}
