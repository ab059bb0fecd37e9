import { flag, optionTable, path, pattern, whole } from "../../../core/options/option.ts";

/** What `fleet` is asked beside the options of each run. */
export const fleetOptions = optionTable({
  out: {
    value: path("a folder"),
    placeholder: "FOLDER",
    completes: "files",
    help: "Where reports, recordings and the index go. Started again with the same folder, only what is not finished there is run.",
  },
  concurrency: {
    value: whole(1, 64),
    default: 4,
    help: "How many targets are checked at a time. Two with the same host or the same key never are. The list says how many requests each may have in flight.",
  },
  shard: {
    value: pattern(/^[1-9]\d{0,4}\/[1-9]\d{0,4}$/, "I/N, from 1/N to N/N", "1/8"),
    placeholder: "I/N",
    default: "1/1",
    help: "Check the I-th of N parts only, so that N machines check all of them.",
  },
  record: {
    value: flag,
    default: false,
    help: "Also keep a recording of each run in the folder, for `judge` and `matrix`.",
  },
  fresh: { value: flag, default: false, help: "Run those again, too, that are finished in --out." },
});
