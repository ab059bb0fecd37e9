import { mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";

// Runs at the end of `npm ci`. npm links the commands of dependencies, and not a project's own: with this link,
// `npx --no -- petstore-conformance` runs the sources of a clone, unbuilt. Windows runs `node src/cli/bin.js` instead.

if (process.platform !== "win32") {
  const folder = join(process.argv[2] ?? join(import.meta.dirname, ".."), "node_modules/.bin");
  const link = join(folder, "petstore-conformance");
  await mkdir(folder, { recursive: true });
  await rm(link, { force: true });
  await symlink("../../src/cli/bin.js", link);
}
