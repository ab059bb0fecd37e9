import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { FetchHandler } from "#assembly/library-run.ts";
import { main } from "#cli/main.ts";
import { shortestAnywhere } from "#core/secrets/redact.ts";
import type { HeaderLine } from "#reference-server/message.ts";
import { formatNames } from "#report/formats/formats.ts";
import { sampleIo } from "../cli/sample-io.ts";
import { served } from "../exchange/socket-bed.ts";
import { backwards, base64, each, formsFound, hex } from "../hostile/key-forms.ts";
import { temporaryFolder } from "../machine.ts";
import { correct, type Served } from "../proof/bed.ts";
import { answersOf, asFetch, bodyOf, withBody } from "../reference-server/handlers.ts";
import { judgedFromRecording, recordedPlay, reportsOf } from "../run/recorded-play.ts";

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

export const noWord = "k7-Vx2q9W-4z8Lm1";

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
  const { run, lines } = await recordedPlay(correct, { key, profile });
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
    recordedPlay(correct, { key: noWord, profile }).then(
      ({ run }) => new Map(run.verdicts.map(({ id, verdict }) => [id, verdict])),
    );
  usual.set(profile, known);
  return known;
}

/** Of a length at which a half of it is not looked for: what is left of a near-miss is found as a secret of its own. */
export const shortKey = "sk-Q7z+aB9xT5";
export const longKey = "sk-Echo/7+aB9&xQ2=zT5~rW8";

interface Echo {
  readonly headers: readonly HeaderLine[];
  /** In place of these members of an Error. */
  readonly error?: Readonly<Record<string, string>>;
}

/** `sent`: what a request has to authenticate. */
type MakeEcho = (key: string, sent: string) => Echo;

/** One character after another in another form. */
const mixed = (key: string) =>
  each(
    key,
    (c, at) => [c, `%${hex(c)}`, `&#${c.charCodeAt(0)};`, c.toUpperCase(), `\\x${hex(c)}`][at % 5] ?? c,
  );

/** Targets that repeat the key, by what they do with it. */
export const echoes: Readonly<Record<string, MakeEcho>> = {
  "in header fields": (key, sent) => ({
    headers: [
      ["X-Echo", sent],
      ["X-Echo-Key", key.slice(0, 4000)],
      ["X-Echo-Base64", base64(`Bearer ${key}`)],
      ["X-Echo-Backwards", backwards(key)],
      ["X-First-Half", key.slice(0, Math.ceil(key.length / 2))],
      ["X-Second-Half", key.slice(Math.ceil(key.length / 2))],
    ],
  }),
  "in the body of each error": (key, sent) => ({
    headers: [],
    error: { code: key, message: `cannot use ${sent}, need ${key}` },
  }),
  "in other forms, mixed": (key, sent) => ({
    headers: [["WWW-Authenticate", `Basic realm="${base64(`me:${key}`)}"`]],
    error: {
      code: `${backwards(key)}${key.slice(0, -3)}`,
      message: `${mixed(key)} ${base64(sent)} ${each(key, (c) => `${hex(c)} `)}${key}${key.toUpperCase()}${key.slice(3)}`,
    },
  }),
};

/** The correct service, with an echo in its answers. */
function echoing(echo: MakeEcho, key: string): NonNullable<Served["serve"]> {
  const authenticates = /^(authorization|x-api-key|cookie)$/i;
  return (options) =>
    answersOf(options, (answer, request) => {
      const sent = request.headers.filter(([name]) => authenticates.test(name)).map(([, value]) => value);
      const { headers, error } = echo(key, sent.join(", "));
      const text = bodyOf(answer);
      const isError = answer.status >= 400 && text !== "";
      const edited = withBody(answer, isError ? JSON.stringify({ ...JSON.parse(text), ...error }) : text);
      return { ...edited, headers: [...edited.headers, ...headers] };
    });
}

/** A quick run with this key against the correct service with an echo, whose recording says nothing else, and what is written of it. */
export async function playEchoed(echo: MakeEcho, key: string) {
  const played = await recordedPlay({ ...correct, serve: echoing(echo, key) }, { key, profile: "quick" });
  expect(await judgedFromRecording(played)).toMatchObject({ unlike: [] });
  const written = [...played.lines, ...(await reportsOf(played.run))].join("\n");
  return { ...played, written };
}

/** Repeats whatever it was sent to authenticate. One member of an Error is wrong, so that findings repeat what was seen. */
function repeating(key: string) {
  const echo: MakeEcho = (_, sent) => ({
    headers: [
      ["X-Echo", sent],
      ["X-Echo-Base64", base64(sent)],
      ["X-Echo-Backwards", backwards(sent)],
    ],
    error: { status: `cannot use ${sent}`, message: `cannot use ${sent}` },
  });
  return echoing(echo, key)({ now: () => Date.now(), keys: [key], plan: "none" });
}

export function echoingHandler(key: string): FetchHandler {
  return asFetch(repeating(key));
}

/** What of the key stands in a text: the key, what the suite sends in its place, and halves of a long one. */
export function leaksIn(text: string, key: string): string[] {
  const otherCase = [...key].map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join("");
  const nearMisses = [key.slice(0, -4), otherCase];
  // What is so short is a word, and so is a half of what is not much longer.
  const values = [key, ...nearMisses.filter(({ length }) => length >= shortestAnywhere)];
  return values.flatMap((value) =>
    formsFound(text, value)
      .filter((form) => value.length >= 16 || !form.startsWith("a half"))
      .map((form) => `${value} ${form}`),
  );
}

/** What `run` prints and writes against a server that repeats the key, and what `judge` does of the recording: by format, and the exit code. `events` and `recording`: those of the run. */
export async function ranAndJudged(key: string) {
  const folder = temporaryFolder();
  let errors = "";
  const written = async (name: string, argv: readonly string[]) => {
    const { io, printed } = sampleIo({ env: { PETSTORE_API_KEY: key }, folder });
    const reports = formatNames.flatMap((format) => ["--report", `${format}=${name}.${format}`]);
    const exitCode = await main([...argv, ...reports], io);
    errors += printed.err;
    const files = formatNames.map((format) => [
      format,
      readFileSync(join(folder, `${name}.${format}`), "utf8"),
    ]);
    return {
      exitCode,
      console: printed.out.replaceAll(`${name}.`, ""),
      ...Object.fromEntries(files),
    };
  };
  const options = ["--profile", "quick", "--rate-limit", "off", "--record", "run.ndjson"];
  writeFileSync(join(folder, "petstore-conformance.yaml"), "events: events.ndjson\n");
  const run = await written("run", ["run", await served(repeating(key)), ...options]);
  const [stream, recording] = ["events.ndjson", "run.ndjson"].map((file) =>
    readFileSync(join(folder, file), "utf8"),
  );
  const again = await written("judge", ["judge", "run.ndjson"]);
  return { run, again, events: stream, recording, errors };
}
