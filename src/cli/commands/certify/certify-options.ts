import { settings } from "../../../../suites/petstore/settings.ts";
import { targetOptions } from "../../../assembly/options/library-options.ts";
import {
  choice,
  type Option,
  type OptionGroup,
  optionTable,
  path,
  pattern,
  text,
  whole,
} from "../../../core/options/option.ts";
import { runOptions } from "../../../core/run/options.ts";
import { commandOptions } from "../../options/options.ts";
import { signerOptions } from "./signer.ts";

export const certifyOptions = optionTable({
  ...signerOptions,
  newKey: {
    value: path(),
    help: "Make a key in this file, and its public half beside it; nothing else is done.",
  },
  evidence: {
    value: path("a recording"),
    help: "Certify this recording, in place of a new run: of `run --record`, or of `exam --record` for a client.",
  },
  out: {
    value: path(),
    placeholder: "FILE|FOLDER",
    help: "Where the certificate goes; in a folder it is certificate.json.",
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
    value: pattern(
      /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/,
      "a commit's hash of 40 or 64 hex digits",
      "0".repeat(40),
    ),
    placeholder: "HASH",
    help: "The Git commit of the service or the client. Only a client needs it.",
  },
  validFor: {
    value: pattern(/^(?:[1-9]\d?|[12]\d\d|3[0-5]\d|36[0-6])d$/, "a number of days from 1d to 366d", "180d"),
    placeholder: "DAYS",
    default: "180d",
    help: "How long the certificate holds.",
  },
  challenge: {
    value: whole(0, 4_294_967_295),
    placeholder: "SEED",
    help: "The seed that a verifier gave: it shows that the run was made after it.",
  },
});

/** `quick` shows too little. */
const profileOption = {
  ...runOptions.profile,
  value: choice("standard", "thorough"),
  default: "thorough",
  help: "How deep: thorough, or standard, which sends far fewer requests and catches less.",
} satisfies Option;

/**
 * The options of a run that is made to be certified: how to reach the service, what holds for it, what it may cost.
 * `run --record` takes all others, and `certify --evidence` says whether such a run can be certified.
 */
export const certifiedRunOptions: readonly Option[] = [
  ...[commandOptions.self, profileOption, runOptions.readOnly],
  ...[settings.plan, runOptions.rateLimit, settings.categoryIds, targetOptions.spec],
  ...[
    commandOptions.apiKeyFile,
    commandOptions.apiKeyCommand,
    commandOptions.apiKey,
    commandOptions.headers,
    commandOptions.allowInsecure,
  ],
  ...[targetOptions.ca, targetOptions.clientCert, targetOptions.clientKey, targetOptions.waitForReadyMs],
  ...[runOptions.maxCreates, runOptions.maxDurationMs, runOptions.maxBurst, runOptions.maxWaitMs],
  ...[commandOptions.reports, commandOptions.quiet, commandOptions.color, commandOptions.config],
];

export const certifyGroups: readonly OptionGroup[] = [
  { title: "The certificate", options: Object.values(certifyOptions) },
  { title: "A run of its own", options: certifiedRunOptions },
];
