import type { FirstAnswers, Looks, RootCause } from "#core/check/results/cause.ts";
import type { SuiteWords } from "#core/check/suite.ts";
import { isLack, lacks } from "#core/exchange/own-machine.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { curlLine } from "../curl.ts";

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
export function causeSentence(cause: RootCause, { name }: Pick<SuiteWords, "name">): string {
  switch (cause.kind) {
    case "unreachable":
      return `the target could not be reached: ${cause.failure}`;
    case "own-machine":
      return cause.failure;
    case "key-refused":
      return `the key or the server may be wrong: the first list was answered 401${cause.message === undefined ? "" : `, "${cause.message}"`}`;
    case "redirected":
      return `the target redirects http to https, and redirects are not followed: use ${cause.to}`;
    case "in-front":
      return `${inFront(cause.looks, name)}: ${firstAnswers(cause)}${cause.location === undefined ? "" : `, with the Location ${cause.location}`}${cause.saysOfItself === undefined ? "" : ` (${cause.saysOfItself.join(", ")})`}`;
    case "service-gone":
      return `the service has been gone since request ${cause.after}: ${cause.answer === undefined ? cause.failure : `every later one was answered ${cause.answer}`}`;
    case "not-the-service":
      return `${cause.isForbidden ? "the service refuses this client or its key" : `this does not look like the ${name} service`}: ${firstAnswers(cause)}`;
    case "service-fails":
      return `the service fails: ${firstAnswers(cause)}`;
    case "never-whole":
      return `the target has not answered one request completely: ${cause.failure}`;
    case "stopped-answering":
      return `the target stopped answering: ${cause.failures} requests in a row failed, the last because ${cause.failure}`;
    case "key-stopped":
      return `the key stopped working after request ${cause.after}; ${cause.hasExpired ? "the 401 says that it expired" : "it may be banned or revoked"}`;
    case "still-limited":
      return `the target still answers 429 after ${cause.waits} waits in a row, each as long as its Retry-After said, or growing where it sent none`;
    case "wait-too-long":
      return cause.refusal;
    case "interrupted":
      return "the run was interrupted";
    case "time-spent":
      return `the run took longer than its ${cause.maxSeconds} s`;
    case "creates-refused":
      return `every valid create is rejected: ${cause.answer}${cause.message === undefined ? "" : `, "${cause.message}"`}${cause.guessed === undefined ? "" : ` (the ${cause.guessed.what} was only guessed)`}`;
  }
}

/** What is in front of the service, as a clause. */
function inFront(looks: Looks, name: string): string {
  if (looks === "constant") return `every request gets the same answer, which is not the ${name} service's`;
  return looks === "refusal" ? `what answers is not the ${name} service` : looksLike[looks];
}

const looksLike: Readonly<Record<Exclude<Looks, "constant" | "refusal">, string>> = {
  "wrong-path": "the service is not at this address",
  "no-version": "the base address does not end in the version segment /v1",
  "beyond-version": "the base address goes on after the version segment",
  "other-credentials": "a gateway asks for other credentials than the API key",
  "proxy-credentials": "a proxy on the way asks for credentials of its own",

  outage: "a gateway or load balancer answers, and does not reach the service",
  failing: "the service fails, whatever it is asked",
  "sign-in": "a sign-in page is in front of the service",
  redirect: "the target redirects, and redirects are not followed",
  page: "a web page answers, not the service",
  forbidden: "something in front of the service refuses this client",
  "wants-https": "the target speaks https on this port, and was addressed over http",
};

function inFrontRemedy({ looks, address }: Extract<RootCause, { kind: "in-front" }>): string {
  switch (looks) {
    case "no-version":
    case "wants-https":
      return `run again with ${address}`;
    case "beyond-version":
      return `remove what follows the version segment: run again with ${address}`;
    case "other-credentials":
      return "use an address behind that gateway, or have it let requests with a bearer key through; it takes the Authorization header for itself";
    case "proxy-credentials":
      return "put the proxy's credentials into HTTPS_PROXY or HTTP_PROXY (http://user:password@host:port), or NO_PROXY for this host";
    case "forbidden":
      return "ask its operator to let this machine through (an allow-list, a VPN, a firewall rule), or use an address behind it; check the key, too, since some gateways answer 403 to one that they do not know; if the service itself answers like this, a 403 needs an Error body, and an unknown key a 401";
    case "page":
    case "refusal":
      return "check the host and the path of the base address, which ends in the version segment, as in https://host/v1; if they are right, see what answers there in place of the service";
    case "constant":
    case "wrong-path":
      return "check the host and the path of the base address; it ends in the version segment, as in https://host/v1";
    case "outage":
      return "start the service, or see why the gateway does not reach it, and run again; --wait-for-ready waits for a service that is starting";
    case "failing":
      return "see the server's own log for the first request, and run again when it works";
    case "sign-in":
      return "use an address at which the API key alone is enough, or have requests with a key let through";
    case "redirect":
      return "give the address to which it leads, if the service is there";
  }
}

function unreachableRemedy({ failureKind, address }: Extract<RootCause, { kind: "unreachable" }>): string {
  switch (failureKind) {
    case "name-not-found":
      return "check the host name in the base address, and that this machine can look it up";
    case "refused":
      return "start the server, or check the host and the port; --wait-for-ready waits for a server that is starting";
    case "tls":
      return "check the certificate and that the host name is the one that it is for; `ca: FILE` in the configuration makes one trusted that is not public";
    case "proxy":
      return "correct HTTPS_PROXY or HTTP_PROXY in the environment (http://user:password@host:port), or name the target's host in NO_PROXY to reach it without a proxy";
    case "no-tls":
      return address === undefined ? "check the port" : `run again with ${address}`;
    default: {
      const network =
        "check the base address and the network; --wait-for-ready waits for a server that is starting";
      if (address === undefined) return network;
      return `if the server speaks ${new URL(address).protocol.slice(0, -1)} on this port, run again with ${address}; if not, ${network}`;
    }
  }
}

function firstAnswers({ list, create }: FirstAnswers): string {
  const second = create === undefined ? "" : `, and ${create.request} ${create.answer}`;
  return `${list.request} is answered ${list.answer}${second}`;
}

const largeAnswers = "see what makes its answers so large; max-body in the configuration raises the bound";

/** What to do, or the option that allows more; undefined where there is nothing. */
export function causeRemedy(cause: RootCause): string | undefined {
  switch (cause.kind) {
    case "unreachable":
      return unreachableRemedy(cause);
    case "own-machine":
      return isLack(cause.failureKind)
        ? lacks[cause.failureKind].remedy
        : "see why this machine no longer resolves that name, and run again";
    case "in-front":
      return inFrontRemedy(cause);
    case "service-gone":
      return "see whether the server is still running, and what the last requests did to it; then run again";
    case "key-refused":
      return "check that the key is valid for this target (PETSTORE_API_KEY or --api-key-file)";
    case "redirected":
      return `run again with ${cause.to}`;
    case "not-the-service":
      return cause.isForbidden
        ? "check that the key is valid for this target and may use these operations, and that this machine may; if the key is invalid, the answer due is 401"
        : "check the base address; it ends in the version segment, as in https://host/v1";
    case "service-fails":
      return "see the server's own log for the first request";
    case "never-whole":
      return cause.isCutByMaxBody
        ? largeAnswers
        : "see what truncates its answers; timeout in the configuration allows them more time";
    case "stopped-answering":
      return cause.isCutByMaxBody
        ? largeAnswers
        : "see whether the server is still running, and what the last requests did to it";
    case "key-stopped":
      return cause.hasExpired
        ? "give a new key, or with api-key-command in the configuration the command that prints one, which is run again when a key expires"
        : "check the key with its issuer before another run";
    case "still-limited":
      return "run again when no one else uses the key, or with a key of a larger plan";
    case "time-spent":
      return `--max-duration ${cause.maxSeconds * 2}`;
    case "creates-refused":
      return cause.guessed === undefined
        ? "see why the service rejects this body, or check without writing with --read-only"
        : `see why the service rejects this body; ${cause.guessed.remedy}; --read-only checks without writing`;
    case "wait-too-long":
    case "interrupted":
      return undefined;
  }
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
