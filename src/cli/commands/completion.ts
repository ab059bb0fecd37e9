import type { Option } from "../../core/options/option.ts";
import { nearest } from "../../core/options/suggest.ts";
import type { UsageError } from "../../core/options/usage-error.ts";
import type { Commands } from "../command.ts";
import type { Io } from "../io.ts";
import { type Arguments, misused } from "../options/args.ts";

const shells = ["bash", "zsh", "fish"] as const;

export const table: readonly Option[] = [];
export const operands = shells;

export const help = {
  usage: "completion bash|zsh|fish",
  about:
    "Prints a completion script: commands, options, their values, and the ids of requirements, faults and variants. It completes the installed command, not npx. Print it again after an update.",
  examples: [
    "petstore-conformance completion bash \\",
    "  > ~/.local/share/bash-completion/completions/petstore-conformance",
    `petstore-conformance completion zsh > "\${fpath[1]}/_petstore-conformance"`,
    "petstore-conformance completion fish \\",
    "  > ~/.config/fish/completions/petstore-conformance.fish",
    'eval "$(petstore-conformance completion bash)"',
  ],
};

export async function command({ positionals }: Arguments, io: Io, commands: Commands): Promise<number> {
  const [given, ...rest] = positionals;
  const shell = shells.find((one) => one === given);
  if (shell === undefined || rest.length > 0) throw notAShell(given, rest.length > 0);
  const { completionModel } = await import("../completion/model.ts");
  const { default: packageJson } = await import("../../../package.json", { with: { type: "json" } });
  const model = await completionModel(packageJson.version, commands);
  const scripts = {
    bash: async () => (await import("../completion/bash.ts")).bashCompletion,
    zsh: async () => (await import("../completion/zsh.ts")).zshCompletion,
    fish: async () => (await import("../completion/fish.ts")).fishCompletion,
  };
  const script = await scripts[shell]();
  io.out(script(model));
  return 0;
}

function notAShell(given: string | undefined, isTooMuch: boolean): UsageError {
  const meant = given === undefined || isTooMuch ? undefined : nearest(given, shells);
  return misused(
    given === undefined || isTooMuch
      ? "completion takes the name of one shell"
      : `there is no completion for ${JSON.stringify(given)}`,
    meant === undefined ? `Write ${shells.join(", ")}.` : `Did you mean ${meant}?`,
  );
}
