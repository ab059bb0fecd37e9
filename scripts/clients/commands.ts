import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type Client, programOf, type Setup } from "../../testing/clients/clients.ts";

/** Debian's Python: its packages are not those of another one that may come first on the PATH. */
const python = "/usr/bin/python3";

/** The command line that runs one set-up, installed in `folder`, with `{url}` and `{key}` for the exam to fill in. */
export function commandOf(client: Client, setup: Setup, folder: string): string {
  const program = join(folder, programOf(client, setup));
  const given = "'{url}' '{key}'";
  switch (client.language) {
    case "JavaScript":
      return `exec '${process.execPath}' '${program}' ${given}`;
    case "Python":
      return `exec ${python} '${program}' ${given}`;
    case "shell":
      return `exec bash '${program}' ${given}`;
    case "Go": {
      const compiled = join(folder, setup.file);
      const sources = [join(folder, "go/program.go"), program];
      // Debian puts the sources of its Go packages there, for compilers that look for no modules.
      const env = { ...process.env, GO111MODULE: "off", GOPATH: "/usr/share/gocode" };
      execFileSync("go", ["build", "-o", compiled, ...sources], { env, stdio: "inherit" });
      return `exec '${compiled}' ${given}`;
    }
  }
}
