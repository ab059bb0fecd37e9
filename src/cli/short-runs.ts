import { setFlagsFromString } from "node:v8";

/**
 * Most code of a run is called a few times, in one second. Node's compile cache holds what is compiled when a module is
 * loaded, so that is everything, not only what is called then; and V8 optimizes a function after ten times as many calls as
 * by default.
 */
const flags = ["--no-lazy", "--invocation-count-for-maglev=4000", "--invocation-count-for-turbofan=30000"];

/** Has V8 spend little on code that is soon done. To be called before the modules of the work are loaded. */
export async function expectShortRuns(): Promise<void> {
  // With other flags, Node's own modules are compiled anew: those that a run needs are loaded before.
  await Promise.all([
    import("node:crypto"),
    import("node:dns/promises"),
    import("node:fs/promises"),
    import("node:net"),
    import("node:vm"),
    import("node:worker_threads"),
    import("node:zlib"),
  ]);
  for (const flag of flags) setFlagsFromString(flag);
}
