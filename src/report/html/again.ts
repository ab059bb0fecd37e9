import type { VNode } from "preact";
import type { Finding } from "../../core/check/verdict.ts";
import type { Exchange, RequestSpec } from "../../core/exchange/exchange.ts";
import type { Run } from "../../core/run/result.ts";
import { brokenBetweenWords } from "../broken-lines.ts";
import { type CurlCommand, curlCommand } from "../curl.ts";

import { reproductionOf } from "../reproduction.ts";
import { sendAgain } from "../send-again.ts";
import { h } from "./element.ts";
import { shown } from "./shown.ts";

type Target = Pick<Run, "target" | "inProcess">;

/** What reproduces a finding: its whole sequence in the shell, or the request of a server inside the process. */
export function findingAgain(
  finding: Finding,
  { exchanges, ...run }: Target & { readonly exchanges: ReadonlyMap<number, Exchange> },
): VNode | null {
  const exchange = exchanges.get(finding.exchange);
  if (exchange === undefined) return null;
  return run.inProcess === undefined
    ? shellBlock(reproductionOf(finding, exchanges, run))
    : requestAgain(exchange.request, run);
}

/** What sends one request again. */
export function requestAgain(request: RequestSpec, run: Target): VNode {
  return run.inProcess === undefined
    ? shellBlock([curlCommand(request, run.target)])
    : codeBlock([sendAgain(request, run).line], "JavaScript");
}

/** Columns of a line; a word that is longer is wrapped by the browser. */
const width = 110;

/** Shell commands that follow one another. */
export function shellBlock(commands: readonly CurlCommand[]): VNode {
  const lines = commands.flatMap(({ words, comment }) => [
    // On a line of its own, since not every shell knows comments where it is typed into.
    ...(comment === undefined ? [] : [`# ${comment}`]),
    ...brokenBetweenWords(words, width),
  ]);
  return codeBlock(lines, "Shell commands");
}

/** Longer than any line that is made: one that was cut would do something else. */
const longestLine = 200_000;

/** Code with a button that copies it all. The button is hidden until the script has run. */
function codeBlock(lines: readonly string[], label: string): VNode {
  return h(
    "div",
    { class: "shell" },
    // It scrolls, so it must be focusable.
    h(
      "pre",
      { tabIndex: 0, role: "group", "aria-label": label },
      h("code", null, lines.map((line) => shown(line, longestLine)).join("\n")),
    ),
    h("button", { type: "button", class: "copy", hidden: true }, "Copy"),
  );
}
