import { expect, test } from "vitest";
import type { RootCause } from "#core/check/results/cause.ts";
import type { FailureKind } from "#core/exchange/exchange.ts";
import { saidWords } from "#testing/report/sample-run.ts";
import { causeRemedy, causeSentence } from "./cause-in-words.ts";

const none = { exchange: undefined };
const shown = { exchange: 1 };
const cut = { failure: "the body did not end", ...shown };

const first = (method: string, answer: string) => ({ request: `${method} /pets`, answer });
const unreachable = (failure: string, failureKind?: FailureKind, address?: string): RootCause => ({
  ...{ kind: "unreachable", failure, ...shown },
  ...(failureKind && { failureKind }),
  ...(address && { address }),
});

const words: readonly [cause: RootCause, sentence: string, remedy: string | undefined][] = [
  [unreachable("nothing listens"), "reached: nothing listens", "--wait-for-ready"],
  [unreachable("not found", "name-not-found"), "reached: not found", "host name"],
  [unreachable("self-signed", "tls"), "self-signed", "`ca: FILE` in the configuration"],
  [unreachable("no TLS", "no-tls", "http://pets.test/v1"), "no TLS", "run again with http://pets.test/v1"],
  [
    unreachable("closed", "closed", "https://pets.test/v1"),
    "closed",
    "if the server speaks https on this port, run again with https://pets.test/v1",
  ],
  [
    { kind: "service-gone", after: 31, answer: "502 with an HTML body", failure: undefined, ...shown },
    "gone since request 31: every later one was answered 502 with an HTML body",
    "still running",
  ],
  [
    { kind: "service-gone", after: 31, answer: undefined, failure: "nothing listens", ...shown },
    "gone since request 31: nothing listens",
    "still running",
  ],
  [
    { kind: "own-machine", failure: "no more open files", failureKind: "no-descriptors", ...none },
    "no more open files",
    "ulimit -n",
  ],
  [
    { kind: "own-machine", failure: "not found", failureKind: "name-not-found", ...none },
    "not found",
    "no longer resolves",
  ],
  [
    { kind: "key-refused", message: "no such key", ...shown },
    'answered 401, "no such key"',
    "PETSTORE_API_KEY",
  ],
  [{ kind: "key-refused", ...shown }, "answered 401", "PETSTORE_API_KEY"],
  [
    { kind: "redirected", to: "https://pets.test/v1", ...shown },
    "use https://pets.test/v1",
    "run again with https://pets.test/v1",
  ],
  [
    {
      kind: "not-the-service",
      list: first("GET", "404 without a body"),
      create: first("POST", "405 with a body"),
      ...shown,
    },
    "service: GET /pets is answered 404 without a body, and POST /pets 405 with a body",
    "check the base address",
  ],
  [
    { kind: "service-fails", list: first("GET", "500 without a body"), create: undefined, ...shown },
    "the service fails: GET /pets is answered 500 without a body",
    "log",
  ],
  [
    { kind: "never-whole", isCutByMaxBody: false, ...cut },
    "completely: the body did not end",
    "timeout in the configuration",
  ],
  [
    { kind: "never-whole", isCutByMaxBody: true, ...cut },
    "completely: the body did not end",
    "max-body in the configuration",
  ],
  [
    { kind: "stopped-answering", failures: 12, isCutByMaxBody: false, ...cut },
    "12 requests in a row failed, the last because the body did not end",
    "still running",
  ],
  [{ kind: "key-stopped", after: 40, ...shown }, "after request 40; it may be banned", "issuer"],
  [
    { kind: "key-stopped", after: 40, hasExpired: true, ...shown },
    "after request 40; the 401 says that it expired",
    "api-key-command in the configuration",
  ],
  [{ kind: "still-limited", waits: 8, ...shown }, "after 8 waits", "larger plan"],
  [
    { kind: "wait-too-long", refusal: "the limit resets: 90 s", ...none },
    "the limit resets: 90 s",
    undefined,
  ],
  [{ kind: "interrupted", ...none }, "interrupted", undefined],
  [
    { kind: "requests-spent", maxRequests: 40, ...none },
    "the 40 requests",
    "max-requests: 80 in the configuration",
  ],
  [{ kind: "time-spent", maxSeconds: 60, ...none }, "its 60 s", "--max-duration 120"],
  [
    {
      kind: "creates-refused",
      answer: "400 with an Error body",
      guessed: { what: "category 1", remedy: "name one with --category-id" },
      ...shown,
    },
    "rejected: 400 with an Error body (the category 1 was only guessed)",
    "--category-id",
  ],
];

test.each(words)("$kind has its facts in its words, and says what to do", (cause, sentence, remedy) => {
  expect(causeSentence(cause, saidWords)).toContain(sentence);
  const toDo = causeRemedy(cause);
  if (remedy === undefined) expect(toDo).toBeUndefined();
  else expect(toDo).toContain(remedy);
});
