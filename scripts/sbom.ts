import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Prints what an installation brings, as CycloneDX, by npm itself. `npm sbom --omit dev` leaves out what a package for
// development needs, too (ajv and yaml among them): so npm is shown a lock file that holds nothing else.

interface Manifest {
  devDependencies?: unknown;
  allowScripts?: unknown;
}
interface Lock {
  readonly packages: Record<string, Manifest & { readonly dev?: boolean; readonly peer?: boolean }>;
}

const root = join(import.meta.dirname, "..");
const read = <T>(name: string): T => JSON.parse(readFileSync(join(root, name), "utf8")) as T;
const manifest = read<Manifest>("package.json");
const lock = read<Lock>("package-lock.json");
for (const part of [manifest, lock.packages[""] ?? {}]) delete part.devDependencies;
for (const [path, { dev }] of Object.entries(lock.packages)) if (dev === true) delete lock.packages[path];

const folder = mkdtempSync(join(tmpdir(), "sbom-"));
try {
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  const args = ["sbom", "--package-lock-only", "--omit", "optional", "--sbom-format", "cyclonedx"];
  process.stdout.write(execFileSync("npm", args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] }));
} finally {
  rmSync(folder, { recursive: true });
}
