import { sizeInWords } from "../../check/body-bound.ts";
import { planPattern } from "../../check/pricing-plans.ts";
import { maxBodyRange } from "../../exchange/decoding/answer-size.ts";
import { formatNames } from "../../report/formats/formats.ts";
import { defaultOptions } from "../../run/options.ts";
import type { OptionSpec } from "./option.ts";

/**
 * The options of `run`, in the order of its help. Parsing, help, configuration file, its published schema
 * and suggestions all come from this table.
 */
export const runOptionTable: readonly OptionSpec[] = [
  {
    name: "self",
    value: { kind: "flag" },
    notInConfig: "it says what this one run checks",
    help: "Check the embedded reference server, in this process and without a network.",
  },
  {
    name: "profile",
    value: { kind: "choice", of: ["quick", "standard", "thorough"] },
    help: "How deep: quick (no writes, at most 12 requests), standard or thorough.",
    default: defaultOptions.profile,
  },
  {
    name: "report",
    value: {
      kind: "pattern",
      pattern: new RegExp(`^(?:${formatNames.join("|")})(?:=.+)?$`, "s"),
      words: `one of ${formatNames.join(", ")}, with =PATH where you like`,
      example: "json=report.json",
    },
    placeholder: "FORMAT[=PATH]",
    completes: formatNames,
    repeatable: true,
    help: `Also write a report: ${formatNames.join(", ")}. Without PATH it goes to reports/<time>-<host>; \`-\` is standard output.`,
  },
  {
    name: "rerun",
    value: { kind: "text", words: "a JSON report" },
    placeholder: "REPORT",
    completes: "files",
    notInConfig: "it says what this one run checks",
    help: "Judge only what failed or was inconclusive in this JSON report, with its seed.",
  },
  {
    name: "replay",
    value: { kind: "text", words: "a generated input that a report names" },
    placeholder: "INPUT",
    notInConfig: "it says what this one run checks",
    help: "Send this generated input alone, as a report names it; give its --seed, too.",
  },
  {
    name: "after-run",
    value: { kind: "text", words: "a shell command" },
    placeholder: "COMMAND",
    help: "Run this when the reports are written; outcome and created pets come as JSON on its standard input.",
  },
  {
    name: "known-failures",
    value: { kind: "text", words: "a file" },
    placeholder: "FILE",
    completes: "files",
    help: "Failures that are listed in this YAML file do not turn the outcome until their day.",
  },
  {
    name: "update-known-failures",
    value: { kind: "flag" },
    notInConfig: "it changes a file",
    help: "Write new failures into the file of --known-failures, and take out what is no longer needed.",
  },
  {
    name: "events",
    value: { kind: "text", words: "a file, or - for standard output" },
    placeholder: "FILE",
    completes: "files",
    help: "Also write what happens as it happens, as NDJSON: planned, exchange, settled, waiting, notice, finished.",
  },
  selector("only", "Judge these requirements only."),
  selector("skip", "Leave these requirements out."),
  selector("require", "These must be shown: one that is not shown makes the run inconclusive."),
  { name: "read-only", value: { kind: "flag" }, help: "Send no POST: nothing is created." },
  { name: "strict", value: { kind: "flag" }, help: "A should that fails makes the exit code 1." },
  {
    name: "spec",
    value: { kind: "text", words: "a file or a URL" },
    placeholder: "FILE|URL",
    completes: "files",
    help: "Another revision of the interface's OpenAPI document.",
    default: "the built-in one",
  },
  date("removal-date", "The day on which getPet is removed.", "what the document says"),
  {
    name: "seed",
    value: whole(0, 4_294_967_295),
    placeholder: "N",
    help: "For the run's random choices: the same seed, the same requests.",
    default: "a new one",
  },
  {
    name: "run-id",
    value: {
      kind: "pattern",
      pattern: /^[0-9a-f]{20}$/,
      words: "20 hex digits in lower case",
      example: "00112233445566778899",
    },
    placeholder: "HEX",
    notInConfig: "two runs with one id could not tell their pets apart",
    help: "Stands in the names of created pets.",
    default: "80 random bits",
  },
  date("now", "Judge the deprecation as if it were this day.", "today"),
  {
    name: "plan",
    value: {
      kind: "pattern",
      pattern: planPattern,
      words: "free, pro, business, or custom[=PER_MINUTE[/PER_DAY]]",
      example: "custom=500/20000",
    },
    placeholder: "PLAN",
    completes: ["free", "pro", "business", "custom"],
    help: "The plan of the key: free, pro, business, or custom[=PER_MINUTE[/PER_DAY]]; the announced limit must be the plan's.",
  },
  {
    name: "rate-limit",
    value: { kind: "choice", of: ["auto", "required", "off"] },
    help: "Whether rate limits apply to the pet endpoints; auto: as soon as one header says so.",
    default: defaultOptions.rateLimit,
  },
  {
    name: "probe",
    value: { kind: "flag" },
    help: "Send more requests than the limit allows, last and alone, even where the profile would not.",
  },
  {
    name: "category-id",
    value: { kind: "int64" },
    placeholder: "N",
    repeatable: true,
    help: "A category id that exists.",
    default: "those of listed pets, else 1",
  },
  {
    name: "max-requests",
    value: whole(1, 100_000),
    placeholder: "N",
    help: "Send no more requests than this.",
    default: String(defaultOptions.maxRequests),
  },
  {
    name: "max-creates",
    value: whole(0, 10_000),
    placeholder: "N",
    help: "Create no more pets than this.",
    default: "25; 120 in thorough",
  },
  seconds("max-duration", "End the run after this time.", 1, 86_400, defaultOptions.maxDurationMs),
  {
    name: "max-burst",
    value: whole(1, 10_000),
    placeholder: "N",
    help: "The largest limit that the over-limit probe exhausts.",
    default: "120; 1500 in thorough",
  },
  seconds("max-wait", "The longest wait for a rate limit to reset.", 0, 86_400, defaultOptions.maxWaitMs),
  seconds(
    "consistency-wait",
    "How long a new pet may be missing from a list.",
    0,
    600,
    defaultOptions.consistencyWaitMs,
  ),
  {
    name: "concurrency",
    value: whole(1, 64),
    placeholder: "N",
    help: "Requests in flight at once.",
    default: String(defaultOptions.concurrency),
  },
  seconds("timeout", "For one request, from sending to the last byte.", 0.1, 600, defaultOptions.timeoutMs),
  {
    name: "max-body",
    value: { kind: "bytes", ...maxBodyRange },
    placeholder: "SIZE",
    help: "How much of one body is read: 8MB, 500kB, 2097152.",
    default: sizeInWords(defaultOptions.maxBodyBytes),
  },
  seconds(
    "wait-for-ready",
    "Wait up to this long for the target to answer at all before the run starts.",
    0,
    3600,
    0,
  ),
  {
    name: "header",
    value: {
      kind: "pattern",
      pattern: /^[!#$%&'*+.^_`|~0-9A-Za-z-]+=[\t\x20-\x7e\x80-\xff]*$/,
      words: "NAME=VALUE, as HTTP allows them",
      example: "X-Gateway-Token=abc",
    },
    placeholder: "NAME=VALUE",
    repeatable: true,
    help: "Send this header with every request; its value is redacted as the key is.",
  },
  file("ca", "Trust the certificate authorities in this PEM file, in place of the well-known ones."),
  file("client-cert", "A client certificate (PEM) for TLS; with --client-key."),
  file("client-key", "The client certificate's private key (PEM)."),
  {
    name: "allow-insecure",
    value: { kind: "flag" },
    help: "Send the key over plain http to a host that is not on a private network.",
  },
  {
    name: "api-key-file",
    value: { kind: "text", words: "a file" },
    placeholder: "FILE",
    completes: "files",
    help: "Read the API key from this file; `-` is standard input.",
    default: "PETSTORE_API_KEY",
  },
  {
    name: "api-key",
    value: { kind: "text", words: "the API key" },
    placeholder: "KEY",
    notInConfig: "a key does not belong into a file that is committed",
    help: "The API key. Others on this machine can see it; prefer PETSTORE_API_KEY or --api-key-file.",
  },
  {
    name: "config",
    value: { kind: "text", words: "a file" },
    placeholder: "FILE",
    completes: "files",
    notInConfig: "it names the configuration file itself",
    help: "The configuration file.",
    default: "petstore-conformance.yaml, where there is one",
  },
  {
    name: "second-key-file",
    value: { kind: "text", words: "a file" },
    placeholder: "FILE",
    completes: "files",
    help: "Holds another valid key: one request with it shows whether each key has a limit of its own.",
  },
  {
    name: "dry-run",
    value: { kind: "flag" },
    notInConfig: "it is a question about one run",
    help: "Print the requests that would be sent, in order, with what each serves; send nothing. Needs no key.",
  },
  { name: "quiet", value: { kind: "flag" }, help: "Print the summary only." },
  {
    name: "color",
    value: { kind: "flag" },
    onByDefault: true,
    help: "Print without colours; NO_COLOR does the same.",
  },
];

function whole(least: number, most: number): OptionSpec["value"] {
  return { kind: "whole", least, most };
}

function selector(name: string, help: string): OptionSpec {
  return {
    name,
    value: { kind: "text", words: "a requirement's id or an area" },
    placeholder: "ID|AREA",
    completes: "selectors",
    repeatable: true,
    help,
  };
}

function date(name: string, help: string, inWords: string): OptionSpec {
  const value = {
    kind: "pattern",
    pattern: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
    words: "a date as YYYY-MM-DD",
    example: "2030-12-05",
  } as const;
  return { name, value, placeholder: "DATE", help, default: inWords };
}

function seconds(name: string, help: string, least: number, most: number, defaultMs: number): OptionSpec {
  return {
    name,
    value: { kind: "seconds", least, most },
    placeholder: "SECONDS",
    help,
    default: String(defaultMs / 1000),
  };
}

function file(name: string, help: string): OptionSpec {
  return { name, value: { kind: "text", words: "a file" }, placeholder: "FILE", completes: "files", help };
}
