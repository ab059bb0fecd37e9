import type { RootCause } from "#core/check/results/cause.ts";
import type { SuiteWords } from "#core/check/suite.ts";
import { isLack, lacks } from "#core/exchange/own-machine.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { curlLine } from "../curl.ts";
import words from "./root-causes.json" with { type: "json" };

/** What people read about the root cause of a run. It may contain text from the target: escape it for display. */
export interface CauseInWords {
  readonly likelyCause: string;
  readonly howToFix?: string | undefined;
  /** A shell line that sends the request again. */
  readonly reproduce?: string | undefined;
  /** The id of that request's exchange. */
  readonly exchange?: number | undefined;
}

export function causeInWords(run: Redacted<Run>): CauseInWords | undefined {
  const { rootCause, exchanges } = run;
  if (rootCause === undefined) return undefined;
  const exchange = exchanges.find(({ id }) => id === rootCause.exchange);
  return {
    likelyCause: causeSentence(rootCause, run.words),
    howToFix: causeRemedy(rootCause),
    reproduce: exchange === undefined ? undefined : curlLine(exchange.request, run.target),
    exchange: rootCause.exchange,
  };
}

/** What happened, as a clause: `the run was interrupted`. */
export function causeSentence(cause: RootCause, { name }: SuiteWords): string {
  return filledIn(table[keyOf(cause)].is, { ...cause, name });
}

/** What to do, or the option that allows more; undefined where there is nothing. */
export function causeRemedy(cause: RootCause): string | undefined {
  const { toDo } = table[keyOf(cause)];
  return toDo && filledIn(toDo, { ...cause, ...moreOf(cause) });
}

type Key = keyof typeof words;

/** By the kind of the cause, and by what distinguishes its variants. */
const table: Readonly<Record<Key, { readonly is: string; readonly toDo?: string }>> = words;

function keyOf(cause: RootCause): Key {
  switch (cause.kind) {
    case "unreachable": {
      const { failureKind, address } = cause;
      const own = `unreachable ${failureKind}`;
      const known = isKey(own) ? own : "unreachable";
      const elsewhere = `${known} at-another-scheme`;
      return address !== undefined && isKey(elsewhere) ? elsewhere : known;
    }
    case "in-front":
      return `in-front ${cause.looks}`;
    case "service-gone":
      return cause.answer === undefined ? "service-gone without-an-answer" : "service-gone";
    case "not-the-service":
      return cause.isForbidden ? "not-the-service forbidden" : "not-the-service";
    case "stopped-answering":
      return cause.isCutByMaxBody ? "stopped-answering too-large" : "stopped-answering";
    case "key-stopped":
      return cause.hasExpired ? "key-stopped expired" : "key-stopped";
    case "creates-refused":
      return cause.guessed === undefined ? "creates-refused" : "creates-refused guessed";
    default:
      return cause.kind;
  }
}

function isKey(key: string): key is Key {
  return Object.hasOwn(words, key);
}

/** Further facts, computed from those of the cause. */
function moreOf(cause: RootCause): Readonly<Record<string, unknown>> {
  switch (cause.kind) {
    case "own-machine":
      return {
        lack: isLack(cause.failureKind)
          ? lacks[cause.failureKind].remedy
          : "see why this machine no longer resolves that name, and run again",
      };
    case "time-spent":
      return { twiceSeconds: cause.maxSeconds * 2 };
    case "unreachable":
      return { scheme: cause.address && new URL(cause.address).protocol.slice(0, -1) };
    default:
      return {};
  }
}

/** Replaces `{after}` or `{list.answer}` by the fact. A part in square brackets is left out if one of its facts is unknown. */
function filledIn(template: string, facts: object): string {
  const place = /\{([\w.]+)\}/g;
  const factOf = (path: string) => path.split(".").reduce((of: unknown, name) => Object(of)[name], facts);
  const isKnown = (part: string) =>
    [...part.matchAll(place)].every(([, name = ""]) => factOf(name) !== undefined);
  return template
    .replace(/\[([^[\]]*)\]/g, (_, part: string) => (isKnown(part) ? part : ""))
    .replace(place, (_, name: string) => {
      const fact = factOf(name);
      return Array.isArray(fact) ? fact.join(", ") : String(fact);
    });
}

/** A line for each part that is known: `How to fix: check the key`. */
export function causeLines(cause: CauseInWords | undefined): string[] {
  if (cause === undefined) return [];
  const { likelyCause, howToFix, reproduce } = cause;
  return [
    `Likely cause: ${likelyCause}`,
    ...(howToFix === undefined ? [] : [`How to fix: ${howToFix}`]),
    ...(reproduce === undefined ? [] : [`Reproduce: ${reproduce}`]),
  ];
}
