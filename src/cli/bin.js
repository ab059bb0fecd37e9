#!/usr/bin/env node
// Plain JavaScript, and nothing is imported before the version is checked: an old Node, which cannot read TypeScript,
// gets a clear message from a clone too.
const needed = [22, 19];
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  process.stderr.write(
    `petstore-conformance needs Node ${needed.join(".")} or newer, and this is Node ${process.versions.node}: install a newer one, or run it with npx node@24.\n`,
  );
  process.exitCode = 2;
} else {
  // Until the command line decides what an interruption means, nothing was sent or written. The listener stays: a
  // signal that came while it is replaced would be lost.
  let end = () => process.exit(3);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end());
  process.getBuiltinModule("node:module").enableCompileCache();
  import("./main.ts").then(({ start }) =>
    start((onSignal) => {
      end = onSignal;
    }),
  );
}
