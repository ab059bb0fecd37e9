import { loadServers } from "../../../../suites/servers.ts";
import type { Prepared } from "../../../assembly/assemble.ts";
import type { Place } from "../../../core/check/verdict.ts";
import type { WholeExchange } from "../../../core/exchange/exchange.ts";
import { escapeForTerminal } from "../../../core/json/escape.ts";
import type { Run } from "../../../core/run/result.ts";
import { play } from "../../../proof/play.ts";
import { wrap } from "../../../report/console/wrap.ts";
import { curlLine } from "../../../report/curl.ts";
import { bodyLines, excerpt } from "../../../report/formats/pretty-json.ts";
import { placeInWords } from "../../../report/place-in-words.ts";
import { pathWithQuery } from "../../../report/request-line.ts";

/** Lines of a body that an example shows besides the marked ones. */
const bodyExtent = 8;

/**
 * What a requirement looks like when it holds and when it fails: an exchange with the correct reference server, and one
 * with the first server of the proof that breaks it, both played now. Empty if there is neither.
 */
export async function exampleLines(id: string, prepared: Prepared, width: number): Promise<string[]> {
  const servers = await loadServers();
  const fault =
    servers.find(({ breaks }) => breaks.length === 1 && breaks[0] === id) ??
    servers.find(({ breaks }) => breaks.includes(id));
  if (fault === undefined) return [];
  // Full runs: a requirement may be judged on another one's requests. What thorough alone shows is played once more.
  for (const profile of ["standard", "thorough"] as const) {
    const given = { ...prepared, options: { profile } };
    const failed = failing(id, await play(fault, given), fault.title, width);
    if (failed.length === 0) continue;
    const correct = { hooks: () => ({}), ...(fault.stage && { stage: fault.stage }) };
    return [...passing(id, await play(correct, given)), ...failed];
  }
  return [];
}

function passing(id: string, run: Run): string[] {
  const verdict = run.verdicts.find((one) => one.id === id);
  if (verdict?.verdict !== "pass") return [];
  const exchange = run.exchanges.find((one) => one.id === verdict.exchanges[0]);
  return exchange === undefined ? [] : ["", "When it holds:", ...exchangeLines(exchange, undefined)];
}

function failing(id: string, run: Run, title: string, width: number): string[] {
  const finding = run.verdicts.find((one) => one.id === id)?.findings[0];
  if (finding === undefined) return [];
  const exchange = run.exchanges.find((one) => one.id === finding.exchange);
  const text = exchange === undefined ? "" : curlLine(exchange.request, "");
  const line = (label: string, text: string): string[] =>
    wrap(escapeForTerminal(text), width, { first: `  ${label.padEnd(10)}`, rest: " ".repeat(12) });
  return [
    "",
    ...wrap(`When it fails, for example on a server that ${escapeForTerminal(title)}:`, width, {
      first: "",
      rest: "",
    }),
    ...(exchange === undefined ? [] : exchangeLines(exchange, finding.place)),
    "",
    ...line("expected", finding.expected),
    ...line("got", finding.seen),
    ...(finding.place === undefined ? [] : line("where", placeInWords(finding.place))),
    ...(text === "" ? [] : [`  ${text}`]),
  ];
}

function exchangeLines({ request, outcome }: WholeExchange, place: Place | undefined): string[] {
  const sent = [`${request.method} ${escapeForTerminal(pathWithQuery(request))}`];
  if (request.body !== undefined) sent.push(...body(new TextDecoder().decode(request.body.bytes), undefined));
  const came =
    outcome.kind === "failure"
      ? [outcome.failure.message]
      : [
          `${outcome.answer.status}`,
          ...outcome.answer.headers
            .filter(([name]) => isShown(name, place))
            .map(([name, value]) => `${escapeForTerminal(name)}: ${escapeForTerminal(value)}`),
          ...body(outcome.answer.body.text, place?.in === "body" ? place.pointer : undefined),
        ];
  return [...sent.map((line) => `  > ${line}`), ...came.map((line) => `  < ${line}`)];
}

/** True for the Content-Type, for headers that requirements are about, and for the header of the finding. */
function isShown(name: string, place: Place | undefined): boolean {
  const lower = name.toLowerCase();
  return (
    lower === "content-type" ||
    (place?.in === "header" && place.name.toLowerCase() === lower) ||
    ["deprecation", "sunset", "retry-after", "www-authenticate"].includes(lower)
  );
}

function body(text: string, pointer: string | undefined): string[] {
  return excerpt(bodyLines(text, pointer), bodyExtent).map((line) =>
    "leftOut" in line ? `… ${line.leftOut} more lines` : line.text,
  );
}
