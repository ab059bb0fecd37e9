import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleOf, licenceOfNode, licencesOf, threads } from "./bundle.ts";

// Makes the program one file that needs no Node: a copy of the Node that runs this script, with the program inside.

/** The mark in Node's binary that says whether a program was put into it. */
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

if (process.platform !== "linux") {
  process.stderr.write("The executable is made on Linux, for Linux.\n");
  process.exit(2);
}

const root = join(import.meta.dirname, "..");
const folder = join(root, "executable");
const executable = join(folder, `petstore-conformance-linux-${process.arch}`);
mkdirSync(folder, { recursive: true });
const work = mkdtempSync(join(tmpdir(), "executable-"));
try {
  const program = await bundleOf("src/cli/bin.js");
  writeFileSync(join(work, "program.js"), program.code);
  const thread = await bundleOf(threads);
  writeFileSync(join(work, "worker.js"), thread.code);
  const config = {
    main: join(work, "program.js"),
    output: join(work, "program.blob"),
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    // What steers a Node of the machine does not steer this one: NODE_OPTIONS is ignored.
    execArgvExtension: "none",
    assets: { "worker.js": join(work, "worker.js") },
  };
  writeFileSync(join(work, "config.json"), JSON.stringify(config));
  run(process.execPath, "--experimental-sea-config", join(work, "config.json"));

  const licences = `${licencesOf([...program.sources, ...thread.sources])}\n${licenceOfNode()}`;
  rmSync(executable, { force: true });
  copyFileSync(process.execPath, executable);
  chmodSync(executable, 0o755);
  // Before the program is in it: stripped afterwards, it crashes.
  if (existsSync("/usr/bin/strip")) run("/usr/bin/strip", executable);
  else process.stderr.write("Not stripped, and some 18 MB larger: binutils are not installed.\n");
  // Node 25.5 and newer do this themselves, with --build-sea.
  run(
    join(root, "node_modules/.bin/postject"),
    executable,
    "NODE_SEA_BLOB",
    config.output,
    "--sentinel-fuse",
    fuse,
  );
  writeFileSync(`${executable}.licences.txt`, licences);
} finally {
  rmSync(work, { recursive: true });
}
process.stdout.write(`${executable}: ${(statSync(executable).size / 1e6).toFixed(0)} MB\n`);

/** @throws Error with what the command wrote. */
function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { stdio: ["ignore", "ignore", "pipe"] });
}
