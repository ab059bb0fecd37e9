import { resolve } from "node:path";
import { targetOptions } from "../../../assembly/options/library-options.ts";
import { UsageError } from "../../../assembly/usage-error.ts";
import { mostValidDays } from "../../../certificate/dates.ts";
import type { Signer } from "../../../certificate/dsse.ts";
import { writeWhole } from "../../../core/files/write-whole.ts";
import { escapeForTerminal } from "../../../core/json/escape.ts";
import type { Option, Options, Values } from "../../../core/options/option.ts";
import { choice, path, pattern, text, whole } from "../../../core/options/option.ts";
import { asText } from "../../../core/options/words.ts";
import { runOptions } from "../../../core/run/options.ts";
import { commandHelp } from "../../help.ts";
import { readEvidenceFile } from "../../inputs/evidence-file.ts";
import type { Io } from "../../io.ts";
import { type Given, readArguments, valuesGiven } from "../../options/args.ts";
import { readConfig } from "../../options/config.ts";
import { fleetOptions } from "../../options/fleet-options.ts";
import { commandOptions, runOptionGroups, runOptionTable } from "../../options/options.ts";
import { readSignerOptions, signerOptions } from "./signer.ts";

const certifyOptions = {
  ...signerOptions,
  newKey: {
    name: "new-key",
    value: path(),
    help: "Make a key in this file, and its public half beside it; nothing else is done.",
  },
  recording: {
    name: "recording",
    value: path("a recording"),
    help: "Certify this recording, in place of a new run: of `run --record`, or of `exam --record` for a client.",
  },
  out: {
    name: "out",
    value: path(),
    placeholder: "FILE",
    help: "Where the certificate goes.",
    default: "certificate.json",
  },
  record: {
    ...commandOptions.record,
    otherwise: "the name of --out, ending in .ndjson.gz",
    help: "Keep the recording of the run in this file; publish it beside the certificate.",
  },
  subject: {
    name: "name",
    value: text("a name and a version"),
    placeholder: "TEXT",
    otherwise: "the host of the service",
    help: "What the certificate calls the service or the client, with its version.",
  },
  commit: {
    name: "commit",
    value: pattern(
      /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/,
      "a commit's hash of 40 or 64 hex digits",
      "0".repeat(40),
    ),
    placeholder: "HASH",
    help: "The Git commit of the service or the client. Only a client needs it.",
  },
  validFor: {
    name: "valid-for",
    value: pattern(
      /^(?:[1-9]\d?|[12]\d\d|3[0-5]\d|36[0-6])d$/,
      `a number of days from 1d to ${mostValidDays}d`,
      "180d",
    ),
    placeholder: "DAYS",
    default: "180d",
    help: "How long the certificate holds.",
  },
  challenge: {
    name: "challenge",
    value: whole(0, 4_294_967_295),
    placeholder: "SEED",
    help: "The seed that a verifier gave: it shows that the run was made after it.",
  },
} as const satisfies Options;

/** What decides which requirements are judged, or what is for the one who develops. */
const ownOrExcluded: readonly string[] = [
  ...Object.values(certifyOptions).map(({ name }) => name),
  ...[runOptions.only, runOptions.skip, runOptions.require, runOptions.seed].map(({ name }) => name),
  ...[runOptions.rounds, runOptions.forMs].map(({ name }) => name),
  ...Object.values(fleetOptions).map(({ name }) => name),
  ...[
    "targets",
    "jobs",
    "shard",
    "recordings",
    "fresh",
    "watch",
    "watch-path",
    "rerun",
    "replay",
    "dry-run",
    "known-failures",
    "update-known-failures",
    "until",
    "reason",
  ],
];

/** `quick` shows too little. */
const profileOption = {
  ...runOptions.profile,
  value: choice("standard", "thorough"),
  default: "thorough",
  help: "How deep: thorough, or standard, which sends far fewer requests and catches less.",
} satisfies Option;

const groups = [
  { title: "The certificate", options: Object.values<Option>(certifyOptions) },
  ...runOptionGroups.map(({ title, options }) => ({
    title: `A run: ${title.toLowerCase()}`,
    options: options
      .filter(({ name }) => !ownOrExcluded.includes(name))
      .map((option) => (option.name === profileOption.name ? profileOption : option)),
  })),
].filter(({ options }) => options.length > 0);

export const table: readonly Option[] = groups.flatMap(({ options }) => options);
export const operands = "files";

const help = {
  usage: "certify BASE_URL|--recording FILE --signing-key FILE [options]",
  about:
    "Writes a signed certificate of a conforming run, which anyone can check offline with `verify`: an in-toto statement in a DSSE envelope. The run is a thorough one, or one that was recorded before. Nothing that failed, was skipped or was inconclusive is certified.",
  examples: [
    "petstore-conformance certify --new-key signing.pem",
    "PETSTORE_API_KEY=… petstore-conformance certify https://staging.example.com/v1 --signing-key signing.pem --out certificate.json",
    "petstore-conformance certify --recording run.ndjson.gz --signing-key signing.pem --name 'Example Pets 2.1'",
    "petstore-conformance certify --recording exam.ndjson.gz --signing-key signing.pem --name 'pets-client 3.0' --commit HASH",
  ],
  after:
    "Exit codes: 0 a certificate was written; those of `run` where the run does not conform; 1 a recording cannot be certified; 2 wrong usage. docs/certification.md describes what to do with the certificate.",
};

/** `certify`: a run that conforms, as a file that others can check. */
export async function command(argv: readonly string[], io: Io): Promise<number> {
  const { given, positionals, help: wantsHelp } = readArguments(argv, table);
  if (wantsHelp) {
    io.out(commandHelp(help, groups));
    return 0;
  }
  const options = valuesGiven(certifyOptions, given);
  if (options.newKey !== undefined) return makeKey(options.newKey, io);
  const signer = await readSignerOptions(options, io);
  const spec = given.get(targetOptions.spec.name);
  const ofRun = runArguments(given, []).filter((one) => !one.startsWith(`--${targetOptions.spec.name}=`));
  if (options.recording !== undefined && positionals.length + ofRun.length > 0)
    throw new UsageError({
      what: `--recording is given beside ${positionals[0] ?? ofRun[0]?.replace(/=.*/s, "")}`,
      where: "command line",
      remedy: "A recording is certified as it was made: leave the other out.",
    });
  await checkPlace(options.out, io);
  if (options.recording !== undefined) return certifyRecording(options.recording, signer, options, spec, io);
  const record = options.record ?? options.out.replace(/(?:\.json)?$/, ".ndjson.gz");
  const config = await configOf(given, io);
  const { command: run } = await import("../run/run.ts");
  const code = await run(
    [...positionals, ...runArguments(given, ["thorough"]), `--record=${record}`, ...seedOf(options)],
    io,
  );
  if (code !== 0) {
    io.err(
      `petstore-conformance: no certificate was written: only a run with the exit code 0 is certified (this one: ${code})\n`,
    );
    return code;
  }
  return certifyRecording(record, signer, options, spec ?? config.get(targetOptions.spec.name), io);
}

type CertifyOptions = Values<typeof certifyOptions>;

async function makeKey(file: string, io: Io): Promise<number> {
  const { writeNewKey } = await import("../../../certificate/keys.ts");
  const { keyid, publicPath } = writeNewKey(resolve(io.folder, file));
  io.out(
    `key:        ${escapeForTerminal(file)} (keep it secret)\npublic key: ${escapeForTerminal(publicPath)}\nkey id:     ${keyid}\n`,
  );
  return 0;
}

function seedOf({ challenge }: CertifyOptions): string[] {
  return challenge === undefined ? [] : [`--seed=${challenge}`];
}

/** What was given of the run's own options, as `run` reads it. */
function runArguments(given: Given, [profile]: readonly string[]): string[] {
  const rows = runOptionTable.filter(({ name }) => !ownOrExcluded.includes(name));
  const named = rows.flatMap(({ name, value }) =>
    (given.get(name) ?? []).map((one) =>
      typeof one === "boolean" ? `--${one ? "" : "no-"}${name}` : `--${name}=${asText(value, one)}`,
    ),
  );
  const isNamed = given.has(runOptions.profile.name) || profile === undefined;
  return isNamed ? named : [...named, `--${runOptions.profile.name}=${profile}`];
}

/** The configuration of the run. What it leaves out of a run is found before a thorough one is made for nothing. */
async function configOf(given: Given, io: Io): Promise<Given> {
  const [named] = given.get("config") ?? [];
  const config = await readConfig(named === undefined ? undefined : String(named), io.folder, runOptionTable);
  const selecting = ["only", "skip", "rounds", "for"].find((name) => config.given.has(name));
  if (selecting === undefined) return config.given;
  throw new UsageError({
    what: `a run with ${selecting} is not certified`,
    where: config.file ?? "the configuration file",
    remedy: "Certify with another file: --config FILE.",
  });
}

async function checkPlace(out: string, { folder }: Io): Promise<void> {
  const { checkReportPlace } = await import("../../../report/formats/write.ts");
  await checkReportPlace(out, folder, "--out FILE");
}

async function certifyRecording(
  file: string,
  signer: Signer,
  options: CertifyOptions,
  [spec]: readonly unknown[] = [],
  io: Io,
): Promise<number> {
  const { certify } = await import("../../../certificate/certify.ts");
  const evidence = await readEvidenceFile(file, spec === undefined ? undefined : String(spec), io);
  const { out, subject, commit, challenge } = options;
  const validForMs = Number.parseInt(options.validFor, 10) * 86_400_000;
  const certified = await certify(
    await evidence.judge(),
    { name: subject, commit, challenge, validForMs, nowMs: Date.now() },
    signer,
  );
  if ("obstacles" in certified) {
    io.err("petstore-conformance: no certificate was written:\n");
    for (const sentence of certified.obstacles) io.err(`  ${escapeForTerminal(sentence)}\n`);
    return notCertifiable;
  }
  await writeWhole(resolve(io.folder, out), [certified.text]);
  const { summaryLines } = await import("../../../certificate/in-words.ts");
  for (const line of summaryLines(certified.statement)) io.out(`${escapeForTerminal(line)}\n`);
  io.out(`certificate: ${escapeForTerminal(out)}\nevidence:    ${escapeForTerminal(file)}\n`);
  io.out(`${certified.statement.predicate.advice}\n`);
  return 0;
}

const notCertifiable = 1;
