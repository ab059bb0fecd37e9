import { escapeForTerminal, shorten } from "../core/json/escape.ts";
import { wrap } from "../report/console/wrap.ts";
import { counted } from "../report/counted.ts";
import type { ClientResult } from "./client-side.ts";
import type { FileResult } from "./part-result.ts";

const longest = 300;

/** What a file is, which of it is the service's, and what is not judged of it. Its texts are anyone's. */
export function fileInWords(result: FileResult, width: number): string {
  const { file, source, base, leftOut, unreadable, tooLong, isCut } = result;
  const guessed =
    "as guessed from its first request that looks like one of the interface; --base-url names another";
  const about =
    base.text === undefined
      ? "no request in it looks like one of the interface; name the service with --base-url"
      : `of the service at ${shorten(base.text, longest)}${base.isGuessed ? `, ${guessed}` : ""}`;
  return [
    `${file}: ${source}, ${about}`,
    ...(leftOut.length === 0
      ? []
      : [`left out: ${leftOut.map(([why, count]) => `${counted(count, "exchange")} ${why}`).join(", ")}`]),
    ...(unreadable.count === 0
      ? []
      : [
          `not read: ${counted(unreadable.count, "line")} or entries that are no exchange; the first is ${shorten(unreadable.first ?? "", longest)}`,
        ]),
    ...(tooLong === 0 ? [] : [`not read: ${counted(tooLong, "line")} of more than 32 MiB`]),
    ...(isCut ? ["the file is cut: it was read up to its last whole exchange"] : []),
  ]
    .flatMap((text) => wrap(escapeForTerminal(text), width, { first: "", rest: "  " }))
    .map((line) => `${line}\n`)
    .join("");
}

/** What the client did. Empty where it asked for nothing but what the interface has. */
export function clientInWords({ count, first }: ClientResult, width: number): string {
  if (first === undefined) return "";
  const text = `the client: ${counted(count, "request")} that the interface does not allow; the first is ${shorten(first.text, longest)}`;
  return `${wrap(escapeForTerminal(text), width, { first: "", rest: "  " }).join("\n")}\n`;
}
