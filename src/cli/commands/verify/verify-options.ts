import { targetOptions } from "#assembly/options/library-options.ts";
import { choice, flag, optionTable, path, pattern, type Values, whole } from "#core/options/option.ts";

export const verifyOptions = optionTable({
  trust: { value: path(), help: "Whose certificates count: a public key (PEM), or a trust list." },
  evidence: {
    value: path("a recording"),
    help: "Judge this recording again and compare it with the certificate, requirement by requirement.",
  },
  maxAge: {
    value: pattern(/^[1-9]\d{0,3}d$/, "a number of days from 1d to 9999d", "90d"),
    placeholder: "DAYS",
    help: "Refuse it if the run is older.",
  },
  require: {
    value: choice("standard", "thorough", "client"),
    help: "Refuse it unless it is about a server at this level at least, or about a client, with nothing left out.",
  },
  minTested: {
    value: whole(1, 100),
    placeholder: "PERCENT",
    help: "Refuse it unless this percentage of the musts that apply was tested.",
  },
  challenge: {
    value: whole(0, 4_294_967_295),
    placeholder: "SEED",
    help: "Refuse it unless the run used this seed, which you gave.",
  },
  revocations: {
    value: path(),
    otherwise: "with --all: revocations.json in the folder, where there is one",
    help: "A list that `revoke` wrote. Where the trust list names one, verify fails without it.",
  },
  page: {
    value: path(),
    help: "Also write what was found as one HTML page; with --all it has every certificate.",
  },
  badge: {
    value: path(),
    help: "Also write a badge (SVG) with level, musts and cases tested and day of the run.",
  },
  spec: targetOptions.spec,
  all: {
    value: flag,
    default: false,
    help: "The operand is a folder: check every certificate NAME.json in it with its recording NAME.ndjson.gz, .zst or .ndjson, where there is one.",
  },
  allowSelf: {
    value: flag,
    default: false,
    help: "Accept a certificate about the embedded reference server (run --self).",
  },
});

export type VerifyOptions = Values<typeof verifyOptions>;
