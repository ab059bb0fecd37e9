import { spawnSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

// Installs the tools that `npm run peers` compares, in the versions of pins.json, into a folder outside of the project.
// `node bench/peers/setup.ts [FOLDER]`; the frameworks of Debian's packages come from apt, as root or by way of sudo.

/** Where the tools are, unless PEERS names another folder. */
export const installed = process.env.PEERS ?? join(homedir(), ".cache/petstore-conformance-peers");

if (import.meta.main) await install(process.argv[2] ?? installed);

async function install(folder: string): Promise<void> {
  const { npm, pip } = JSON.parse(await readFile(join(import.meta.dirname, "pins.json"), "utf8"));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: npm }));
  run("npm", ["install", "--no-audit", "--no-fund"], folder);
  const frameworks = ["python3-flask", "php-cli", "ruby-sinatra", "ruby-webrick"];
  const packages = ["time", "default-jre-headless", "python3-venv", ...frameworks];
  const apt = ["apt-get", "install", "--yes", "--no-install-recommends", ...packages];
  run(process.getuid?.() === 0 ? "env" : "sudo", apt, folder);
  // The peer that is written in Python is left out where its index cannot be reached, and the page says so.
  const [[name, version] = ["", ""]] = Object.entries<string>(pip);
  run("/usr/bin/python3", ["-m", "venv", "python"], folder);
  if (!run("python/bin/pip", ["install", "--quiet", `${name}==${version}`], folder, "may fail"))
    process.stdout.write(`${name} ${version} could not be installed, and is left out\n`);
}

function run(file: string, args: readonly string[], cwd: string, mayFail?: "may fail"): boolean {
  const { status } = spawnSync(file, args, { cwd, stdio: "inherit" });
  if (status !== 0 && mayFail === undefined)
    throw new Error(`${file} ${args.join(" ")} ended with ${status}`);
  return status === 0;
}
