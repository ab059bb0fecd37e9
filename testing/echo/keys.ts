import { createHash } from "node:crypto";
import { METHODS, STATUS_CODES } from "node:http";
import { shortestAnywhere } from "#core/secrets/redact.ts";
import { correct, prepared } from "../proof/bed.ts";
import { recordedPlay } from "../run/recorded-play.ts";
import { sourceFiles } from "../source-files.ts";

const digest = (n: number) => createHash("sha512").update(String(n)).digest("base64url");

/** Keys that are nobody's word: no form of them may be in anything that is written. */
export const strangeKeys: Readonly<Record<string, string>> = {
  "base64url characters": "sk_live-7aB9xQ2zT5rW8pLmK4vN",
  "hex digits": "5f2c9a7d41e80b36a1c4f7d2e9b05c83",
  "a UUID": "6b1f0e97-3c5d-4a82-9e10-7f2b8c64d5a3",
  "regex characters": "a.*+?^x(k){2}[e]|y\\d-key",
  dollars: "$&k$1$$e$'y$`$<a>-29xz7",
  "percent signs": "%41b%25c-k%zz%e9y%7Bq2",
  "base64 of a text": "c2stbGl2ZS03YUI5eFEyelQ1clc4cExt",
  quotes: `'q"u'o"t'e"d-k'e"y-47`,
  backslashes: String.raw`k\n\u0041\\e\"y\x-5812`,
  markup: "<k>&amp;e&#121;</k>&lt;61z",
  "a number": "41234567890123",
  "a number beyond 64 bits": "9641753086429753197",
  "a negative decimal": "-73519284.61503e7",
  "a JSON object": '{"a":["bcdefgh",true,12345678]}',
  "a JSON array": '["k7x2","q9w4",null,[61,82]]',
  "one letter": "q".repeat(127),
  "two letters by turns": "xq".repeat(60),
  "a token of three parts": `${digest(1).slice(0, 36)}.${digest(2).slice(0, 60)}.${digest(3).slice(0, 43)}`,
  "a thousand characters": Array.from({ length: 12 }, (_, n) => digest(n))
    .join("")
    .slice(0, 1000),
  "a user and a password": "me:p4ss-w0rd:z8",
  "a scheme before it": "Bearer:Bearer:k7x2q9",
  "a placeholder of ours": "k7x2[redacted]q9w4z8",
  "the same backwards": "k7x2q9w44w9q2x7k",
  "8 characters": "k7-x2_q9",
  "15 characters": "k7x2q9w4z8v1p5m",
  "16 characters": "k7x2q9w4z8v1p5m3",
  "control pictures": "k|7~x`2^q{9}w;4,z",
};

/** Keys that are words which a correct service writes, or which our own files hold. */
export const ordinaryKeys: readonly string[] = [
  ...["conformance", "available", "application", "application/json", "categoryId", "127.0.0.1"],
  ...["Content-Type", "X-RateLimit-Remaining", "CREATE-10", "interrupted", "non-conforming", "exchange"],
  ...["reference.localhost", "base64", "status", "true", "200", "null", "limit"],
];

/** Words of the language that a service in it, or this suite, may take for something else. */
const ofLanguage = [
  ...Object.getOwnPropertyNames(Object.prototype),
  ...["undefined", "null", "true", "false", "NaN", "Infinity", "[object", "prototype"],
  ...["None", "nil", "0", "-1"],
];

/**
 * Every word that stands alone in quotes in the code or the document of the suite, the words of HTTP, and those that the
 * suite sends, as keys: each can stand in a header.
 */
export function wordKeys(): readonly string[] {
  const texts = sourceFiles().filter(
    ({ path, forTests }) => !forTests && /^(?:src\/core|suites\/petstore)\//.test(path),
  );
  const quoted = texts.flatMap(({ text }) =>
    [...text.matchAll(/"([^"\\\s$]{1,40})"/g)].flatMap(([, word]) => word ?? []),
  );
  const ofHttp = [...METHODS, ...Object.keys(STATUS_CODES), ...Object.values(STATUS_CODES)].flatMap(
    (text) => text?.split(" ") ?? [],
  );
  const ofDocument = prepared.requirements.flatMap(({ text }) => text.match(/[\w-]{3,}/g) ?? []);
  const known = ["Bearer", ...ordinaryKeys, ...ofLanguage, ...ofHttp, ...ofDocument, ...quoted];
  return [...new Set(known)].filter((word) => /^[\x21-\x7e]+$/.test(word) && !word.endsWith(".ts"));
}

/** All that a target sent, as a recording has it: names of headers apart. */
export function sentByTarget(lines: readonly string[]): string {
  return lines
    .flatMap((line) => {
      const { kind, exchange } = JSON.parse(line);
      const answer = kind === "exchange" ? exchange.outcome.answer : undefined;
      if (answer === undefined) return [];
      return [
        ...answer.headers.map(([, value]: readonly string[]) => value),
        answer.body.utf8 ?? answer.body.base64,
      ];
    })
    .join("\n");
}

/** Words that are keys in every test of them. */
export const firstWords = [
  ...["conformance", "undefined", "null", "constructor", "x", "available", "application/json", "7"],
];

type Profile = "standard" | "thorough";

/** What differs in a run against the correct server with this key from one with a key that is no word; none where nothing does. */
export async function differencesWith(key: string, profile: Profile): Promise<readonly string[]> {
  const { run, lines } = await recordedPlay(correct, prepared, { key, profile });
  const usual = await usualVerdicts(profile);
  return [
    ...run.verdicts.flatMap(({ id, verdict }) =>
      usual.get(id) === verdict ? [] : [`${key}: ${id} is ${verdict}`],
    ),
    ...run.suiteErrors.map(({ message }) => `${key}: ${message}`),
    ...(key.length >= shortestAnywhere && sentByTarget(lines).includes(key)
      ? [`${key} is in the recording`]
      : []),
  ];
}

const usual = new Map<Profile, Promise<ReadonlyMap<string, string>>>();

function usualVerdicts(profile: Profile): Promise<ReadonlyMap<string, string>> {
  const known =
    usual.get(profile) ??
    recordedPlay(correct, prepared, { key: "k7-Vx2q9W-4z8Lm1", profile }).then(
      ({ run }) => new Map(run.verdicts.map(({ id, verdict }) => [id, verdict])),
    );
  usual.set(profile, known);
  return known;
}
