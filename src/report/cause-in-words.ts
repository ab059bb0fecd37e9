import type { RootCause } from "../check/cause.ts";
import type { Run } from "../run/result.ts";
import type { Redacted } from "../secrets/redacted.ts";
import { curlLine } from "./curl.ts";

/** What people read about the root cause of a run. It may contain text from the target: escape it for display. */
export interface CauseInWords {
  readonly likelyCause: string;
  readonly howToFix: string | undefined;
  /** A shell line that sends the request again. */
  readonly reproduce: string | undefined;
  /** The id of that request's exchange. */
  readonly exchange: number | undefined;
}

export function causeInWords({ rootCause, exchanges, target }: Redacted<Run>): CauseInWords | undefined {
  if (rootCause === undefined) return undefined;
  const exchange = exchanges.find(({ id }) => id === rootCause.exchange);
  return {
    likelyCause: causeSentence(rootCause),
    howToFix: causeRemedy(rootCause),
    reproduce: exchange === undefined ? undefined : curlLine(exchange.request, target),
    exchange: rootCause.exchange,
  };
}

/** What happened, as a clause: `the run was interrupted`. */
export function causeSentence(cause: RootCause): string {
  switch (cause.kind) {
    case "unreachable":
      return `the target could not be reached: ${cause.failure}`;
    case "key-refused":
      return "the key or the server: the first list was refused with 401, and either may be wrong";
    case "redirected":
      return `the target redirects http to https, and redirects are not followed: use ${cause.to}`;
    case "not-the-service":
      return `this does not look like the pet store service: ${firstAnswers(cause)}`;
    case "service-fails":
      return `the service fails: ${firstAnswers(cause)}`;
    case "never-whole":
      return `the target has not answered one request whole: ${cause.failure}`;
    case "stopped-answering":
      return `the target stopped answering: ${cause.failures} requests in a profile failed, the last because ${cause.failure}`;
    case "key-stopped":
      return `the key stopped working after request ${cause.after}; it may be banned or revoked`;
    case "still-limited":
      return `the target still answers 429 after ${cause.waits} waits as long as it asked for`;
    case "wait-too-long":
      return cause.refusal;
    case "interrupted":
      return "the run was interrupted";
    case "requests-spent":
      return `the ${cause.maxRequests} requests of --max-requests were used up`;
    case "time-spent":
      return `the run took longer than its ${cause.maxSeconds} s`;
    case "creates-refused":
      return `every valid create is refused: ${cause.answer}${cause.isCategoryGuessed ? " (the category 1 was only guessed)" : ""}`;
  }
}

function firstAnswers({ list, create }: { readonly list: string; readonly create: string | undefined }) {
  return `GET /pets is answered ${list}${create === undefined ? "" : `, and POST /pets ${create}`}`;
}

const largeAnswers = "see what makes its answers so large; --max-body has larger ones read";

/** What to do, or the option that allows more; undefined where there is nothing. */
export function causeRemedy(cause: RootCause): string | undefined {
  switch (cause.kind) {
    case "unreachable":
      return "check the base address, the network and the certificate; --wait-for-ready waits for a server that is starting";
    case "key-refused":
      return "check that the key is valid for this target (PETSTORE_API_KEY or --api-key-file)";
    case "redirected":
      return `run again with ${cause.to}`;
    case "not-the-service":
      return "check the base address; it ends in the version segment, as in https://host/v1";
    case "service-fails":
      return "see the server's own log for the first request";
    case "never-whole":
      return cause.isCutByMaxBody
        ? largeAnswers
        : "see what breaks off its answers; --timeout allows them more time";
    case "stopped-answering":
      return cause.isCutByMaxBody
        ? largeAnswers
        : "see whether the server is still running, and what the last requests did to it";
    case "key-stopped":
      return "check the key with its issuer before another run";
    case "still-limited":
      return "run again when no one else uses the key, or with a key of a larger plan";
    case "requests-spent":
      return `--max-requests ${cause.maxRequests * 2}`;
    case "time-spent":
      return `--max-duration ${cause.maxSeconds * 2}`;
    case "creates-refused":
      return "name a category that exists with --category-id, or check without writing with --read-only";
    case "wait-too-long":
    case "interrupted":
      return undefined;
  }
}

/** A line for each part that is known: `How to fix: check the key`. */
export function causeLines(run: Redacted<Run>): string[] {
  const cause = causeInWords(run);
  if (cause === undefined) return [];
  const { likelyCause, howToFix, reproduce } = cause;
  return [
    `Likely cause: ${likelyCause}`,
    ...(howToFix === undefined ? [] : [`How to fix: ${howToFix}`]),
    ...(reproduce === undefined ? [] : [`Reproduce: ${reproduce}`]),
  ];
}
