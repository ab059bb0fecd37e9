import { createSecrets } from "../src/core/secrets/secrets.ts";

// How long it takes to look through bodies for a key and ten near-misses of it, by length of the key: `node bench/redaction.ts`.
// No figure may grow with the length of the key times that of the body.

const digits = (length: number) =>
  Array.from({ length }, (_, n) => ((n * n * 7 + n) % 36).toString(36)).join("");
const pets = '{"id":1,"name":"conformance-abc","categoryId":12,"status":"available"},'.repeat(15_000);

const cases: readonly (readonly [what: string, key: string, body: string])[] = [
  ["24 characters, 1 MB of pets", digits(24), pets],
  ["127 times one letter, 1 MB of this letter", "a".repeat(127), "a".repeat(1 << 20)],
  ["1,000 characters, 1 MB of pets", digits(1000), pets],
  ["8,000 characters, 1 MB of pets", digits(8000), pets],
  ["8,000 characters, 1 MB of beginnings of it", digits(8000), `${digits(31)}#########`.repeat(26_000)],
  ["8,000 times two letters, 1 MB of these letters", "ab".repeat(4000), "ab".repeat(1 << 19)],
];

for (const [what, key, body] of cases) {
  const startedAt = performance.now();
  const secrets = createSecrets(key);
  for (let n = 1; n <= 10; n += 1) secrets.add(key.slice(0, -n), key + "X".repeat(n));
  const knownAt = performance.now();
  secrets.redact(body);
  const [known, searched] = [knownAt - startedAt, performance.now() - knownAt];
  process.stdout.write(`${what}: ${known.toFixed(0)} ms to know, ${searched.toFixed(0)} ms to search\n`);
}
