import { execFileSync } from "node:child_process";
import { join } from "node:path";

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

/** What `npm pack` would take, relative to the project's folder. What is not built yet is not among it. */
export function packedFiles(): readonly string[] {
  const text = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: join(import.meta.dirname, "../.."),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  // Newer versions of npm name the package.
  const listed = JSON.parse(text) as readonly Packed[] | Readonly<Record<string, Packed>>;
  const [first] = Object.values(listed);
  return first?.files.map(({ path }) => path) ?? [];
}
