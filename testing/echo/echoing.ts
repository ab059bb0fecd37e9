import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FetchHandler } from "#assembly/library-run.ts";
import { main } from "#cli/main.ts";
import { shortestAnywhere } from "#core/secrets/redact.ts";
import type { PlayOptions } from "#proof/play.ts";
import { listen } from "#reference-server/listen.ts";
import type { HeaderLine } from "#reference-server/message.ts";
import { formatNames } from "#report/formats/formats.ts";
import { sampleIo } from "../cli/sample-io.ts";
import { backwards, base64, each, formsFound, hex } from "../hostile/key-forms.ts";
import { temporaryFolder } from "../machine.ts";
import { answersOf, asFetch, bodyOf, withBody } from "../reference-server/handlers.ts";

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
export function echoing(echo: MakeEcho, key: string): NonNullable<PlayOptions["serve"]> {
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

/** Repeats whatever it was sent to authenticate. One member of an Error is wrong, so that findings repeat what was seen. */
export function repeating(key: string) {
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
  const { url, close } = await listen(repeating(key));
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
  const run = await written("run", ["run", url, ...options]);
  const [stream, recording] = ["events.ndjson", "run.ndjson"].map((file) =>
    readFileSync(join(folder, file), "utf8"),
  );
  await close();
  const again = await written("judge", ["judge", "run.ndjson"]);
  return { run, again, events: stream, recording, errors };
}
