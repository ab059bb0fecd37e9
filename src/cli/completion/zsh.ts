import { quoted } from "../../report/curl.ts";
import type { CompletedCommand, CompletedOption, Completion, Values } from "./model.ts";

/** For zsh, as a file `_petstore-conformance` in a folder of `$fpath`, or evaluated after `compinit`. */
export function zshCompletion({ version, commands, ids }: Completion): string {
  return `#compdef petstore-conformance
# zsh completion for petstore-conformance ${version}, printed by \`petstore-conformance completion zsh\`.

${Object.entries(ids)
  .map(
    ([kind, words]) =>
      `_petstore_conformance_${kind}() {\n  local -a words_of_kind=(${words.join(" ")})\n  _describe -t ${kind} ${kind} words_of_kind\n}\n`,
  )
  .join("\n")}
_petstore-conformance() {
  local curcontext=$curcontext state line
  typeset -A opt_args
  _arguments -C '(- *)--help[Show the help.]' '(- *)--version[Show the version.]' '1: :->command' '*:: :->rest'
  case $state in
    command)
      local -a commands=(
${commands.map(({ name, about }) => `        ${quoted(`${name}:${about}`)}`).join("\n")}
      )
      _describe -t commands command commands
      ;;
    rest)
      case $words[1] in
${commands.map(commandCase).join("\n")}
      esac
      ;;
  esac
}

if [[ $funcstack[1] == _petstore-conformance ]]; then
  _petstore-conformance "$@"
else
  compdef _petstore-conformance petstore-conformance
fi
`;
}

function commandCase({ name, options, operands }: CompletedCommand): string {
  const specs = [...options.map(optionSpec), quoted(`*: :${action(operands)}`)];
  return `        ${name})\n          _arguments \\\n            ${specs.join(" \\\n            ")}\n          ;;`;
}

/** `'*--only=[Report these requirements only. …]:value:_petstore_conformance_selectors'` */
function optionSpec({ name, about, values, repeatable }: CompletedOption): string {
  const explained = `[${about.replace(/[\\[\]:]/g, "\\$&")}]`;
  const many = repeatable ? "*" : "";
  return quoted(
    values === undefined ? `${many}${name}${explained}` : `${many}${name}=${explained}: :${action(values)}`,
  );
}

function action(values: Values): string {
  switch (values.kind) {
    case "none":
      return " ";
    case "files":
      return "_files";
    case "words":
      return `(${values.words.join(" ")})`;
    case "ids":
      return `_petstore_conformance_${values.of}`;
  }
}
