import { spawnSync } from "node:child_process";
import { chmod, copyFile, glob, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

// Builds dist/: the compiled sources, and beside them what they read at run time.

const root = join(import.meta.dirname, "..");
const out = join(root, "dist");

await rm(out, { recursive: true, force: true });
const compiled = spawnSync(join(root, "node_modules/.bin/tsc"), ["--project", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
});
if (compiled.status !== 0) process.exit(compiled.status ?? 1);

for await (const file of glob("{src,suites,reference-server}/**/*.{yaml,json}", { cwd: root })) {
  await mkdir(dirname(join(out, file)), { recursive: true });
  await copyFile(join(root, file), join(out, file));
}

await chmod(join(out, "src/cli/bin.js"), 0o755);
