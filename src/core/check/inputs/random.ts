/**
 * Seeded random numbers (sfc32 over a hash of seed and label). Each label has numbers of its own: they do not depend
 * on what else was drawn, or on what ran at the same time.
 */
export function seededRandom(seed: number, label: string): () => number {
  let a = hash(`${seed}:a:${label}`);
  let b = hash(`${seed}:b:${label}`);
  let c = hash(`${seed}:c:${label}`);
  let counter = 1;
  const next = (): number => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 12; i += 1) next();
  return next;
}

/** FNV-1a over UTF-16 units. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h | 0;
}

/** A whole number from `least` to `most`, both included. */
export function integerBetween(random: () => number, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** So many lower-case hex digits. */
export function hexDigits(random: () => number, count: number): string {
  return Array.from({ length: count }, () => integerBetween(random, 0, 15).toString(16)).join("");
}
