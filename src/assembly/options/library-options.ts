import { randomBytes, randomInt } from "node:crypto";
import { readInCode } from "#core/options/kinds.ts";
import {
  flag,
  type Option,
  type Options,
  type OptionValue,
  optionTable,
  path,
  pattern,
  seconds,
  type Values,
  valuesOf,
} from "#core/options/option.ts";
import { didYouMean, UsageError } from "#core/options/usage-error.ts";
import { type Drawn, runOptions } from "#core/run/options.ts";
import { settings } from "#suites/settings.ts";

/** A recording, which its ending has compressed or not. @param example of its name */
export const recordingFile = (example: string) =>
  pattern(/\.ndjson(?:\.gz|\.zst)?$/, "a file that ends in .ndjson, .ndjson.gz or .ndjson.zst", example);

/** What is asked beside the run itself: by which document, on which way to the target, and where it is kept. */
export const targetOptions = optionTable({
  spec: {
    value: path("a file or a URL"),
    otherwise: "the built-in one",
    placeholder: "FILE|URL",
    help: "Another revision of the interface's OpenAPI document.",
  },
  allowInsecure: {
    value: flag,
    default: false,
    inFileOnly: true,
    help: "Send the key over plain http to a host that is not on a private network.",
  },
  waitForReadyMs: {
    name: "wait-for-ready",
    value: seconds(0, 3600),
    default: 0,
    help: "Wait up to this long for the target to answer at all before the run starts. It is asked once a second, without the key; max-requests does not count these requests.",
  },
  ca: {
    value: path(),
    inFileOnly: true,
    help: "Trust the certificate authorities in this PEM file, in place of the well-known ones.",
  },
  clientCert: {
    value: path(),
    inFileOnly: true,
    help: "A client certificate (PEM) for TLS; with client-key.",
  },
  clientKey: { value: path(), inFileOnly: true, help: "The client certificate's private key (PEM)." },
  record: {
    value: recordingFile("run.ndjson.zst"),
    placeholder: "FILE",
    notInConfig: "each run is kept in a file of its own",
    help: "Also keep every exchange in this file, redacted, so that `judge` can reach the verdicts again; .gz and .zst compress it.",
  },
});

/** The options that the library takes, too, by their names there. */
export const libraryOptions = { ...runOptions, ...settings, ...targetOptions } as const;

export type Given = Values<typeof libraryOptions>;

/** A seed, and a run id of 80 bits. */
export function draw(): Drawn {
  return { seed: randomInt(2 ** 32), runId: randomBytes(10).toString("hex") };
}

export function checkCertificate({ clientCert, clientKey }: Values<typeof targetOptions>): void {
  if ((clientCert === undefined) === (clientKey === undefined)) return;
  throw new UsageError({
    what: "of client-cert and client-key only one is given",
    where: "options",
    remedy: "Give both (in code clientCert and clientKey).",
  });
}

/**
 * Options of a run, as `--help` has them; what is left out, or undefined, has its default. In the declarations of the package
 * each says what it does: the build writes them from the tables.
 */
export type LibraryOptions = { readonly [Name in keyof Given]?: Given[Name] | undefined };

export const optionsOfRun = "options of run";

/** Throws UsageError, in the sentences of the command line, for an option that is neither in the table nor among `others`, or a wrong value. */
export function readLibraryOptions<Table extends Options>(
  table: Table,
  given: Readonly<Record<string, unknown>>,
  others: readonly string[] = [],
): Values<Table> {
  for (const name of Object.keys(given)) if (!Object.hasOwn(table, name)) throw unknown(name, table, others);
  return valuesOf(table, (option, name) => {
    const value = given[name];
    if (value === undefined) return undefined;
    const values: readonly unknown[] = option.repeatable === true ? listOf(name, value) : [value];
    return values.map((one) => read(name, option, one));
  });
}

function read(name: string, option: Option, given: unknown): OptionValue {
  const value = readInCode(option.value, given);
  if (value.ok) return value.value;
  const { example } = option.value;
  throw wrongOption(
    `${name} must be ${value.mustBe}; got ${shown(given)}`,
    `Try ${name}: ${JSON.stringify(option.repeatable === true ? [example] : example)}.`,
  );
}

function listOf(name: string, given: unknown): readonly unknown[] {
  if (Array.isArray(given)) return given;
  const list = typeof given === "string" ? JSON.stringify([given]) : "[…]";
  throw wrongOption(`${name} must be a list; got ${shown(given)}`, `Try ${name}: ${list}.`);
}

function shown(given: unknown): string {
  if (typeof given === "string") return JSON.stringify(given);
  return (typeof given === "object" && given !== null) || typeof given === "function"
    ? `a value of type ${Array.isArray(given) ? "array" : typeof given}`
    : String(given);
}

function unknown(name: string, table: Options, others: readonly string[]): UsageError {
  const names = [...Object.keys(table), ...others];
  const remedy = didYouMean(name, names, `The options are ${names.join(", ")}.`);
  return wrongOption(`unknown option ${JSON.stringify(name)}`, remedy);
}

export function wrongOption(what: string, remedy: string): UsageError {
  return new UsageError({ what, where: optionsOfRun, remedy });
}
