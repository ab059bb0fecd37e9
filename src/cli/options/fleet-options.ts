import { flag, type Options, path, pattern, whole } from "../../core/options/option.ts";

const ofThisStart = "it says what this one start of the command checks";

/** What `run --targets` is asked beside the options of each run. */
export const fleetOptions = {
  targets: {
    name: "targets",
    value: path("a YAML file"),
    notInConfig: ofThisStart,
    help: "Check every target that this YAML file lists, each with its own options, and keep the reports in the folder of --out.",
  },
  out: {
    name: "out",
    value: path("a folder"),
    placeholder: "FOLDER",
    completes: "files",
    notInConfig: ofThisStart,
    help: "With --targets: where reports, recordings and the index go. Started again with the same folder, only what is not finished there is run.",
  },
  jobs: {
    name: "jobs",
    value: whole(1, 64),
    default: 4,
    notInConfig: ofThisStart,
    help: "With --targets: how many are checked at a time. Two with the same host or the same key never are.",
  },
  shard: {
    name: "shard",
    value: pattern(/^[1-9]\d{0,4}\/[1-9]\d{0,4}$/, "I/N, from 1/N to N/N", "1/8"),
    placeholder: "I/N",
    notInConfig: ofThisStart,
    help: "With --targets: check the I-th of N parts only, so that N machines check all of them.",
  },
  recordings: {
    name: "recordings",
    value: flag,
    default: false,
    notInConfig: ofThisStart,
    help: "With --targets: also keep a recording of each run, for `judge` and `matrix`.",
  },
  fresh: {
    name: "fresh",
    value: flag,
    default: false,
    notInConfig: ofThisStart,
    help: "With --targets: run those again, too, that are finished in --out.",
  },
} as const satisfies Options;
