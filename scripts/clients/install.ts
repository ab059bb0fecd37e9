import { execFileSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

export const clientsFolder = join(import.meta.dirname, "../../testing/clients");

/** One way to set a client up. */
export interface Setup {
  readonly name: string;
  readonly says: string;
}

/** An entry of `clients.yaml`, which says what each part is. */
export interface Client {
  readonly name: string;
  readonly language: keyof typeof languages;
  readonly file?: string;
  readonly packages: readonly string[];
  readonly documented: readonly Setup[];
  readonly configured: Setup;
}

/** Ordinary clients, in ordinary set-ups. */
export const clients: readonly Client[] = parse(readFileSync(join(clientsFolder, "clients.yaml"), "utf8"));

/** Where its programs are, how their names end, and how a page marks their text. */
export const languages = {
  JavaScript: { folder: "javascript", ending: ".js", fence: "js" },
  Python: { folder: "python", ending: ".py", fence: "python" },
  shell: { folder: "shell", ending: ".sh", fence: "bash" },
  Go: { folder: "go", ending: ".go", fence: "go" },
} as const;

/** The path of a set-up's program, relative to this folder. */
export function programOf({ language, file }: Client, { name }: Setup): string {
  const { folder, ending } = languages[language];
  return join(folder, `${file ?? name}${ending}`);
}

/**
 * Copies the clients' programs into a folder and installs what they need: packages of npm in that folder, and Debian's
 * where this process may install them.
 * @throws Error that names the packages to install, where it may not
 */
export function installClients(clients: readonly Client[], folder: string): void {
  cpSync(clientsFolder, folder, { recursive: true });
  if (clients.some(isOfNpm))
    execFileSync("npm", ["ci"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  const needed = clients.filter((client) => !isOfNpm(client)).flatMap(({ packages }) => packages);
  const missing = [...new Set(needed)].filter((name) => debianVersion(name) === undefined);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0)
    throw new Error(`Debian packages are missing. Install them: apt-get install ${missing.join(" ")}`);
  const run = (...args: readonly string[]) =>
    execFileSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"] });
  run("update", "-qq");
  run("install", "-qq", "--yes", "--no-install-recommends", ...missing);
}

/** Names and versions of what a client is made of: `axios 1.21.1, axios-retry 4.5.0`. */
export function versionsOf(client: Client, folder: string): string {
  const versions = client.packages.map((name) => {
    const version = isOfNpm(client)
      ? npmVersion(name, folder)
      : debianVersion(name)?.replace(/^\d+:|[-+~].*$/g, "");
    return `${name.replace(/^(?:python3|golang-github-hashicorp)-|-dev$/g, "")} ${version ?? "unknown"}`;
  });
  return versions.join(", ").replace("golang-go", "Go");
}

function isOfNpm({ language }: Client): boolean {
  return language === "JavaScript";
}

function npmVersion(name: string, folder: string): string {
  const text = readFileSync(join(folder, "node_modules", name, "package.json"), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** The version of a package of Debian that is installed. */
function debianVersion(name: string): string | undefined {
  try {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query fills it in
    const args = ["--show", "--showformat=${db:Status-Status} ${Version}", name];
    const output = execFileSync("dpkg-query", args, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [state, version] = output.split(" ");
    return state === "installed" ? version : undefined;
  } catch {
    return undefined;
  }
}

/** Debian's Python: its packages are not those of another one that may come first on the PATH. */
const python = "/usr/bin/python3";

/** The command line that runs one set-up, installed in `folder`, with `{url}` and `{key}` for the exam to fill in. */
export function commandOf(client: Client, setup: Setup, folder: string): string {
  const program = join(folder, programOf(client, setup));
  const given = `'{url}' '{key}' '${setup.name}'`;
  switch (client.language) {
    case "JavaScript":
      return `exec '${process.execPath}' '${program}' ${given}`;
    case "Python":
      return `exec ${python} '${program}' ${given}`;
    case "shell":
      return `exec bash '${program}' ${given}`;
    case "Go": {
      const compiled = join(folder, setup.name);
      const sources = [join(folder, "go/program.go"), program];
      // Debian puts the sources of its Go packages there, for compilers that look for no modules.
      const env = { ...process.env, GO111MODULE: "off", GOPATH: "/usr/share/gocode" };
      execFileSync("go", ["build", "-o", compiled, ...sources], { env, stdio: "inherit" });
      return `exec '${compiled}' ${given}`;
    }
  }
}
