import { ofCore } from "#core/check/results/core-reasons.ts";
import { reasonsOf, rowsOf } from "#core/check/results/unresolved.ts";
import type { SuiteWords } from "#core/check/suite.ts";
import { petStoreNames } from "#suites/petstore/roles.ts";

/** Why what is asked of clients is untested or inconclusive. `{end}` completes "the client …". */
const clientReasons = {
  "busy-machine":
    "this machine was so busy that the waits of the client cannot be measured well enough: examine it again on a quieter one",
  "several-tasks": "several tasks waited at the same time, and their tries cannot be distinguished",
  "same-again":
    "after {what} the client sent nothing but the same request again, which does not show whether it could use the answer",
  "last-answer": "{what} was the last that the client was answered: it {end}",
  "going-on-unknown": "whether the client goes on is not known: it {end}",
  "may-be-a-failure": "{what}, after which the client {notSent}: that may come of the answer or of a failure",
  "own-request-rejected":
    "besides {what}, the client sent {request}, which was answered {status}: that may be why it ended",
  "left-unanswered":
    "after {what} the client sent {request}, and left before its answer: a time limit of its own may be why it ended",
  "comes-too-early":
    "the client tried again after {what} and then gave up; it comes back too early in the situation {situation}, too, which may be why",
  "control-not-passed":
    "the client does not get through the situation {situation} either, where nothing else differs: it {end}",
  "key-good-again": "the key was refused for a while, and then accepted again",
  "after-401-unknown": "whether the client goes on after the 401 is not known: it {end}",
  "sent-anyway": "the client sends {request} again and again, whatever it is answered",
  "again-unknown": "whether the client sends it again is not known: it {end}",
  "trying-unknown": "whether the client goes on trying is not known: it {end}",
  "created-anyway": "the client sends the same create more than once anyway",
  "nothing-after-429": "the client sent nothing more after the 429: it {end}",
  "no-try-after-429": "the client did not try again after the 429: it {end}",
  "too-few-tries":
    "the client tried again {tries} {tries|time|times}, and its waits can be compared after {fewest}: it {end}",
  "not-tried-again": "the client did not try {request} again: it {end}",
  "never-tried-again": "the client does not try {request} again after {form} either",
  "value-left-open": "the interface leaves open whether {value} is allowed",
  "body-not-kept": "the body is too long to be kept",
  "elsewhere-not-recorded": "a recording of the service does not hold what was sent elsewhere",
  "redirect-unread": "it is not known whether the client has read the redirect",
} as const;

export const { untested } = reasonsOf({ ...ofCore, ...clientReasons });

/** What the reports of an exam call things. */
export const clientWords: SuiteWords = { ...petStoreNames, reasons: rowsOf(clientReasons) };
