import { METHODS, STATUS_CODES } from "node:http";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { renderReport, run } from "#assembly/library-run.ts";
import schema from "#core/recording/recording.schema.json" with { type: "json" };
import { shortestAnywhere } from "#core/secrets/redact.ts";
import { formatNames } from "#report/formats/formats.ts";
import {
  differencesWith,
  echoes,
  echoingHandler,
  firstWords,
  leaksIn,
  longKey,
  noWord,
  playEchoed,
  ranAndJudged,
  sentByTarget,
  shortKey,
  strangeKeys,
} from "#testing/echo/echoing.ts";
import { base64, each, formsFound, hex } from "#testing/hostile/key-forms.ts";
import { correct, prepared, type Served } from "#testing/proof/bed.ts";
import { answersOf, withText } from "#testing/reference-server/handlers.ts";
import { judgedFromRecording, recordedPlay } from "#testing/run/recorded-play.ts";
import { sourceFiles } from "#testing/source-files.ts";

/** Keys that are words which a correct service writes, or which our own files hold. */
const ordinaryKeys: readonly string[] = [
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
 * Words of the language; and of those that stand alone in quotes in the code or the document of the suite, and of HTTP, all that a
 * run writes and that are long enough to be taken out of it. Each can stand in a header.
 */
async function wordKeys(): Promise<readonly string[]> {
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
  const played = await recordedPlay(correct, { key: noWord, profile: "thorough" });
  const written = played.lines.join("\n").toLowerCase();
  const known = [...ofHttp, ...ofDocument, ...quoted].filter(
    (word) => word.length >= shortestAnywhere && written.includes(word.toLowerCase()),
  );
  return [...new Set(["Bearer", ...ordinaryKeys, ...ofLanguage, ...known])].filter((word) =>
    /^[\x21-\x7e]+$/.test(word),
  );
}

/** Bodies too: bytes as the text that they are. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part instanceof Uint8Array
      ? Buffer.from(part).toString("latin1")
      : typeof part === "bigint"
        ? String(part)
        : part,
  );
}

test.each([
  ["standard", shortKey],
  ["thorough", longKey],
] as const)(
  "what a server repeats of the key, or of what was made from it, does not leave the run: the library in %s",
  async (profile, key) => {
    const events: string[] = [];
    const found = await run({
      apiKey: key,
      profile,
      seed: 1,
      rateLimit: "off",
      target: { fetch: echoingHandler(key) },
      onEvent: (event) => void events.push(textOf(event)),
    });
    expect(found.requests.total).toBeGreaterThan(10);
    expect(leaksIn(events.join("\n"), key)).toEqual([]);
    expect(leaksIn(textOf(found), key)).toEqual([]);
    for (const format of formatNames) expect(leaksIn(await renderReport(found, format), key)).toEqual([]);
  },
);

// Whatever the key is, and whatever a target makes of it: no verdict changes, the recording shows nothing else, and the key is in neither.

const isLine = new Ajv2020({ strict: false }).compile(schema);

describe.each(Object.entries(echoes))("a target that repeats the key %s", (_, echo) => {
  test.each(Object.entries(strangeKeys))("where it is %s", async (_, key) => {
    const { run, lines, written } = await playEchoed(echo, key);
    expect(run).toMatchObject({ outcome: "conforming", suiteErrors: [] });
    expect(leaksIn(written, key)).toEqual([]);
    for (const line of lines) expect(isLine(JSON.parse(line))).toBe(true);
  });

  const verdictsWith = async (key: string) => {
    const { run, lines } = await playEchoed(echo, key);
    return { lines, verdicts: run.verdicts.map(({ verdict }) => verdict) };
  };
  const ofOtherKey = verdictsWith("no-word-4Rt7");

  test.each(ordinaryKeys)("where it is an ordinary word: %s", async (key) => {
    const { lines, verdicts } = await verdictsWith(key);
    expect(verdicts).toEqual((await ofOtherKey).verdicts);
    for (const line of lines) expect(isLine(JSON.parse(line))).toBe(true);
    if (key.length >= shortestAnywhere) expect(sentByTarget(lines)).not.toContain(key);
  });
});

test.each([shortKey, longKey])(
  "what the command line prints and writes has none of the key: %#",
  async (key) => {
    const { run, again, events, recording, errors } = await ranAndJudged(key);
    expect([run.exitCode, again.exitCode]).toEqual([1, 1]);
    expect(events).toContain('"event":"finished"');
    expect(recording).toContain('"kind":"verdicts"');
    expect(
      leaksIn([...Object.values(run), ...Object.values(again), events, recording, errors].join("\n"), key),
    ).toEqual([]);
  },
);

// Servers that repeat the key where it matters to judging: their recordings have none of it, and show nothing else.

const listed = (text: string, to: string) => text.replace(/"id":\d+/, () => `"id":${to}`);
const named = (text: string, name: string) => text.replace(/"name":"[^"]*"/, () => `"name":"${name}"`);
const error = (text: string, member: string, to: string) =>
  text.replace(new RegExp(`"${member}":(?:"[^"]*"|\\d+)`), () => `"${member}":${to}`);
const escaped = (key: string) => each(key, (c) => `\\u00${hex(c)}`);

type Edit = (text: string, key: string) => string;
const asText: Readonly<Record<string, Edit>> = {
  "the code of an Error": (text, key) => error(text, "code", JSON.stringify(key)),
  "a text where a number is due": (text, key) => listed(text, JSON.stringify(key)),
  "the name of a member, in two forms": (text, key) =>
    text.replace("{", () => `{${JSON.stringify(key)}:1,${JSON.stringify(key.toUpperCase())}:2,`),
  "the name of a pet, escaped": (text, key) => named(text, escaped(key)),
  "the name of a pet, in base64": (text, key) => named(text, base64(key)),
};
const asJson: Readonly<Record<string, Edit>> = {
  "the id of a pet": (text, key) => listed(text, key),
  "the status of an Error": (text, key) => error(text, "status", key),
  "the message of an Error": (text, key) => error(text, "message", key),
};

test.each([
  ...Object.entries(asText).map(([place, edit]) => [place, "conformance-key-5f2c9a7d41", edit] as const),
  ...["41234567890123", '{"a":["bcdefgh",true,12345678]}'].flatMap((key) =>
    Object.entries(asJson).map(([place, edit]) => [place, key, edit] as const),
  ),
])("the key, repeated as %s: %s", async (_, key, edit) => {
  const serve: Served["serve"] = (options) =>
    answersOf(options, (answer) => withText(answer, (text) => edit(text, key)));
  const played = await recordedPlay({ ...correct, serve }, { key, profile: "quick" });
  expect(formsFound(played.lines.join("\n"), key)).toEqual([]);
  const { unlike, redacted } = await judgedFromRecording(played);
  expect(unlike).toEqual([]);
  expect(redacted).toBeGreaterThan(0);
});

/** In thorough a run takes several times as long. */
const everyNthInThorough = 16;

const words = await wordKeys();
const several = 32;
const parts = Array.from({ length: Math.ceil(words.length / several) }, (_, nth) =>
  words.slice(nth * several, nth * several + several),
);

test.each(parts)("no verdict of a correct service changes where the key is a word: %s …", async (...keys) => {
  const found: string[] = [];
  for (const [nth, key] of keys.entries()) {
    found.push(...(await differencesWith(key, "standard")));
    if (nth % everyNthInThorough === 0) found.push(...(await differencesWith(key, "thorough")));
  }
  expect(found).toEqual([]);
});

test.each(firstWords)("nor in thorough: %s", async (key) => {
  expect(await differencesWith(key, "thorough")).toEqual([]);
});
