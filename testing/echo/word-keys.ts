import { METHODS, STATUS_CODES } from "node:http";
import { shortestAnywhere } from "#core/secrets/redact.ts";
import { recordedPlay } from "../evidence/recorded-play.ts";
import { correct, prepared } from "../proof/bed.ts";
import { sourceFiles } from "../source-files.ts";

/** Words of the language that a service in it, or this suite, may take for something else. */
const ofLanguage = [
  ...Object.getOwnPropertyNames(Object.prototype),
  ...[
    "undefined",
    "null",
    "true",
    "false",
    "NaN",
    "Infinity",
    "[object",
    "prototype",
    "None",
    "nil",
    "0",
    "-1",
  ],
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
  const known = ["conformance", "Bearer", ...ofLanguage, ...ofHttp, ...ofDocument, ...quoted];
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
  "conformance",
  "undefined",
  "null",
  "constructor",
  "x",
  "available",
  "application/json",
  "7",
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
