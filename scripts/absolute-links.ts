import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join, posix } from "node:path";

// For a release: `node scripts/absolute-links.ts https://github.com/OWNER/NAME/blob/v1.2.3` changes the pages that are
// packed, so that no link of theirs leads to a page that only the repository has.

const root = join(import.meta.dirname, "..");
if (import.meta.main) await makeLinksAbsolute(process.argv[2]);

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

/** What `npm pack` would take, relative to the project's folder. What is not built yet is not among it. */
export function packedFiles(): readonly string[] {
  const text = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  // Newer versions of npm name the package.
  const listed = JSON.parse(text) as readonly Packed[] | Readonly<Record<string, Packed>>;
  const [first] = Object.values(listed);
  return first?.files.map(({ path }) => path) ?? [];
}

/**
 * A page of the package, in which the links to pages that only the repository has are absolute.
 * `page` and `packed` are paths from the project's folder; `base` is the address of that folder, without a slash at its end.
 */
export function withAbsoluteLinks(
  text: string,
  page: string,
  { packed, base }: { readonly packed: ReadonlySet<string>; readonly base: string },
): string {
  return text.replace(/\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)/g, (link, to: string, anchor = "") => {
    const path = posix.join(posix.dirname(page), to);
    return packed.has(path) ? link : `](${base}/${path}${anchor})`;
  });
}

async function makeLinksAbsolute(base: string | undefined): Promise<void> {
  if (!base?.startsWith("https://")) throw new Error("give the https address of the files");
  const packed = new Set(packedFiles());
  for (const page of packed) {
    if (!page.endsWith(".md")) continue;
    const path = join(root, page);
    await writeFile(path, withAbsoluteLinks(await readFile(path, "utf8"), page, { packed, base }));
  }
}
