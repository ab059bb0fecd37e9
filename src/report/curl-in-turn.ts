import type { Finding } from "#core/check/results/verdict.ts";
import { acceptWord, type CurlCommand, keyWord, sending, shellWord } from "./curl.ts";

/** If it depends on which of two requests comes first, or on how many came before, it shows in some of so many tries. */
const triesTogether = 10;

/** curl keeps the connection between the requests of one command, or sends them at the same time. */
export function inOneCommand(first: CurlCommand, second: CurlCommand, together: "connection" | "time") {
  const own = second.words.filter((word) => word !== sending);
  if (together === "connection") return { ...second, words: [...first.words, "--next -i", ...own] };
  // Each answer ends with its URL: they come in any order.
  const shown = String.raw`-w ' %{url}\n'`;
  const words = [...first.words, `--next -i ${shown}`, ...own].map((word) =>
    word === sending ? `curl -sS -i --parallel --parallel-immediate ${shown}` : word,
  );
  return { ...second, words: [`for n in $(seq ${triesTogether}); do`, ...words, "; done"] };
}

/** What several commands have in common is said once, in a shell function. */
export function withSharedWords(commands: readonly CurlCommand[]): readonly CurlCommand[] {
  const shared = [acceptWord, keyWord];
  const sharing = commands.filter(({ words }) => shared.every((word) => words.includes(word)));
  if (sharing.length < 2) return commands;
  const called = commands.map((command) =>
    sharing.includes(command)
      ? {
          ...command,
          words: command.words
            .filter((word) => !shared.includes(word))
            .map((word) => word.replace(/\bcurl -i$/u, "api -i").replace(/\bcurl -sS\b/u, "api")),
        }
      : command,
  );
  return [{ words: ["api() { curl -sS", ...shared, `"$@"; }`] }, ...called];
}

const readingId = String.raw`| sed -n 's/.*"id" *: *"*\([^",} ]*\).*/\1/p'`;

/** Keeps the id of the answer, or the one at that place of a list, and shows it. */
export function takingId({ words, comment }: CurlCommand, variable: string, place?: number): CurlCommand {
  const [first = "", ...others] = words.map((word) => (word === sending ? "curl -sS" : word));
  const reading =
    place === undefined ? readingId : `| grep -o '"id" *: *"*[^",} ]*' | sed -n '${place}s/.*[ :"]//p'`;
  const shown = `${reading}); echo "${variable}=$${variable}"`;
  return { words: [`${variable}=$(${first}`, ...others, shown], comment };
}

/** Shows each answer's status and the header that is wrong, and its body where that is short: of what was created or read. */
export function repeated({ words, comment }: CurlCommand, times: number, place: Finding["place"]) {
  if (times === 1) return { words, comment };
  const isShort =
    words.some((word) => word.startsWith("--data-binary")) ||
    (place?.in === "body" && place.pointer === "/id");
  const header = place?.in === "header" ? ` %header{${place.name.toLowerCase()}}` : "";
  const format = (shown: string) => `-w ${shellWord(`${shown}${header}\\n`)}`;
  const quiet = isShort
    ? `curl -sS ${format(" %{http_code}")}`
    : `curl -sS -o /dev/null ${format("%{http_code} %{size_download}")}`;
  const sent = words.map((word) => (word === sending ? quiet : word));
  return { words: [`for n in $(seq ${times}); do`, ...sent, "; done"], comment };
}

/** The first of the commands is sent so many seconds after the one before. */
export function afterPause(
  seconds: number | undefined,
  commands: readonly CurlCommand[],
): readonly CurlCommand[] {
  const [first, ...others] = commands;
  if (seconds === undefined || first === undefined) return commands;
  const [word = "", ...words] = first.words;
  return [{ ...first, words: [`sleep ${seconds}; ${word}`, ...words] }, ...others];
}
