import { choice, flag, type Option, optionTable, text } from "../../core/options/option.ts";
import { runOptions } from "../../core/run/options.ts";
import type { Io } from "../io.ts";
import { type Arguments, refuseOperands } from "../options/args.ts";
import { commandOptions } from "../options/options.ts";

const options = optionTable({
  baseUrl: {
    value: text("a URL"),
    placeholder: "URL",
    help: "The base address of the service, ending in /v1.",
  },
  ci: {
    value: choice("github", "gitlab", "none"),
    help: "The CI that a job is written for.",
    otherwise: "what the folder shows, else none",
  },
  profile: runOptions.profile,
  allowInsecure: commandOptions.allowInsecure,
  yes: { value: flag, help: "Ask nothing that has a default." },
  force: {
    value: flag,
    help: "Overwrite files that exist with other content. A .gitlab-ci.yml is never touched.",
  },
});

export const table: readonly Option[] = Object.values(options);

export const help = {
  usage: "init [options]",
  about:
    "Writes what this folder needs to run the suite by itself: petstore-conformance.yaml, a job for the CI, and a line in .gitignore for the reports. In a terminal it asks for what is not given. It neither asks for a key nor writes one: the job reads it from the secret PETSTORE_API_KEY.",
  examples: [
    "petstore-conformance init",
    "petstore-conformance init --base-url https://pets.example/v1 --ci github --yes",
  ],
};

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  refuseOperands(positionals, "init", "Give the address with --base-url.");
  const { initFolder } = await import("../init/init-folder.ts");
  return initFolder(given, options, io);
}
