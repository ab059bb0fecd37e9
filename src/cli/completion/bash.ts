import type { CompletedCommand, Completion, Values } from "./model.ts";

/**
 * For bash 3.2 and newer, without the package bash-completion. Ids and choices are plain words, as a test checks, so
 * no list needs quoting.
 */
export function bashCompletion({ version, commands, ids }: Completion): string {
  const names = commands.map(({ name }) => name).join(" ");
  return `# bash completion for petstore-conformance ${version}, printed by \`petstore-conformance completion bash\`.

_petstore_conformance_files() {
  # Readline's own names of files, where it can be asked for them: it quotes spaces.
  compopt -o default 2>/dev/null && return
  local IFS=$'\\n'
  COMPREPLY=($(compgen -f -- "$word"))
}

_petstore_conformance() {
  local word=\${COMP_WORDS[COMP_CWORD]} command=\${COMP_WORDS[1]} option options values= files=
${Object.entries(ids)
  .map(([kind, words]) => `  local ${kind}='${words.join(" ")}'`)
  .join("\n")}
  COMPREPLY=()
  # An = is a word of its own.
  if [[ $word == = ]]; then
    word= option=\${COMP_WORDS[COMP_CWORD - 1]}
  elif ((COMP_CWORD > 2)) && [[ \${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
    option=\${COMP_WORDS[COMP_CWORD - 2]}
  else
    option=\${COMP_WORDS[COMP_CWORD - 1]}
  fi
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '${names} --help --version' -- "$word"))
    return
  fi
  # FORMAT=PATH, NAME=RUN.json
  if [[ \${COMP_WORDS[COMP_CWORD]} == = || \${COMP_WORDS[COMP_CWORD - 1]} == = ]] && [[ $option != --* ]]; then
    _petstore_conformance_files
    return
  fi
  case "$command $option" in
${commands.flatMap(valueCases).join("\n")}
    *)
      case $command in
${commands.flatMap(operandCases).join("\n")}
        *) return ;;
      esac
      [[ $word == -* ]] && values=$options files=
      ;;
  esac
  if [[ $files ]]; then
    _petstore_conformance_files
  else
    COMPREPLY=($(compgen -W "$values" -- "$word"))
  fi
}

complete -F _petstore_conformance petstore-conformance
`;
}

function valueCases({ name, options }: CompletedCommand): string[] {
  return options.flatMap((option) =>
    option.values === undefined ? [] : [`    '${name} ${option.name}') ${assignment(option.values)} ;;`],
  );
}

function operandCases({ name, options, operands }: CompletedCommand): string[] {
  const list = options.map((option) => option.name).join(" ");
  return [`        ${name}) options='${list}' ${assignment(operands)} ;;`];
}

function assignment(values: Values): string {
  switch (values.kind) {
    case "none":
      return "values=";
    case "files":
      return "files=1";
    case "words":
      return `values='${values.words.join(" ")}'`;
    case "ids":
      return `values=$${values.of}`;
  }
}
