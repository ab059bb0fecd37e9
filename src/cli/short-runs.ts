import { setFlagsFromString } from "node:v8";

/**
 * Most code of a run is called a few times, in one second. Node's compile cache holds what is compiled when a module is
 * loaded, so that is everything, not only what is called then; and V8 optimizes a function after ten times as many calls as
 * by default.
 */
const flags = ["--no-lazy", "--invocation-count-for-maglev=4000", "--invocation-count-for-turbofan=30000"];

/** What of Node itself a run needs, beside what Node has loaded when it starts. */
const runModules = ["crypto", "dns/promises", "fs/promises", "net"];

/** What one over a network needs beside these. */
const httpModules = ["assert", "http", "http2", "https", "perf_hooks", "tls"];

/** Has V8 spend little on code that is soon done. To be called before the modules of the work are loaded. */
export function expectShortRuns({ speaksHttp }: { readonly speaksHttp: boolean }): void {
  // With other flags, Node's own modules are not taken from its cache but compiled anew, which takes four times as long.
  for (const name of [...runModules, ...(speaksHttp ? httpModules : [])]) process.getBuiltinModule(name);
  for (const flag of flags) setFlagsFromString(flag);
}
