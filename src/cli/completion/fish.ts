import type { CompletedCommand, CompletedOption, Completion, Values } from "./model.ts";

/** For fish 3.0 and newer. */
export function fishCompletion({ version, commands, ids }: Completion): string {
  const names = commands.map(({ name }) => name).join(" ");
  return `# fish completion for petstore-conformance ${version}, printed by \`petstore-conformance completion fish\`.

${Object.entries(ids)
  .map(([kind, words]) => `set -g __petstore_conformance_${kind} ${words.join(" ")}`)
  .join("\n")}

complete -c petstore-conformance -f
${[
  ...commands.map(({ name, about }) => `-a ${name} -d ${quoted(about)}`),
  `-l help -d ${quoted("Show the help.")}`,
  `-l version -d ${quoted("Show the version.")}`,
]
  .map((rest) => line(`not __fish_seen_subcommand_from ${names}`, rest))
  .join("\n")}
${commands.flatMap(commandLines).join("\n")}
`;
}

function commandLines({ name, options, operands }: CompletedCommand): string[] {
  const when = `__fish_seen_subcommand_from ${name}`;
  return [
    ...(operands.kind === "none" ? [] : [line(when, offered(operands))]),
    ...options.map((option) => line(when, optionPart(option))),
  ];
}

function optionPart({ name, about, values }: CompletedOption): string {
  const head = `-l ${name.slice("--".length)} -d ${quoted(about)}`;
  if (values === undefined) return head;
  return values.kind === "none" ? `${head} -x` : `${head} -r ${offered(values)}`;
}

function offered(values: Values): string {
  switch (values.kind) {
    case "none":
      return "";
    case "files":
      return "-F";
    case "words":
      return `-f -a ${quoted(values.words.join(" "))}`;
    case "ids":
      // In quotes: fish expands it when it completes.
      return `-f -a '$__petstore_conformance_${values.of}'`;
  }
}

function line(when: string, rest: string): string {
  return `complete -c petstore-conformance -n ${quoted(when)} ${rest}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
