import { reasonsOf } from "./unresolved.ts";

/** Why something is untested or inconclusive, whatever the suite. */
export const coreReasons = {
  "nothing-sent": "nothing was sent",
  "not-in-recording": 'its request "{step}" is not in the recording',
  redacted: "it rests on what was redacted in the recording",
  "too-much-work": "the answers have too many values, and their schemas too many parts, to be checked",
  "not-in-traffic": "no exchange shows it",
  "nothing-shows-it": "no request that was answered tests it",
  "suite-failed": "the suite failed here",
  "no-room": "no room in the rate limit",
  "limit-not-announced": "the target announces no rate limit, but may have one",
  "too-many-creates": "it takes more than {most} created {things}",
  "creates-used-up": "{stored} of this run's {things} are stored, or may be, and no more may follow",
  "over-budget": "its request did not fit the budget",
  "requests-spent": "the {most} requests of max-requests were used up",
  "document-forbids": "the loaded document does not allow what it would send: {part} {at} is not {expected}",
  "not-sent": "its request was not sent: {failure}",
  "no-answer": "its request got {got}",
  "operation-silent": "other requests of its kind timed out, and none was answered, so it was not sent",
  "answer-too-large": "its answer is too large to read: {size}",
  "rate-limited": "the target answered 429",
  "control-failed": 'its control "{step}" was not {expected}: it got {got}',
  "control-not-sent": 'its control "{step}" was not sent',
  "control-not-sent-for": 'its control "{step}" was not sent: {because}',
  "first-invalid-key-limited": "the target answers 429 to the first invalid key, so no more were sent",
  "locked-out": "the target locks clients out after several invalid keys, so no more were sent",
  "lock-out-doubtful":
    "a request that was sent to find out whether the target locks clients out got no answer",
  "no-key-limited": "the target answers requests without the key 429, again and again",
  "no-key-limited-from-the-first":
    "the target answers every request without the key 429, also after the waits that it asks for, so no more were sent",
  "no-key-wait-too-long":
    "the target answers requests without the valid key 429, and asks for a longer wait than max-wait allows, so no more were sent",
  "no-limit-to-probe": "no answer to a list announces a limit in three well-formed headers",
  "not-probed": "the over-limit probe was not part of the run",
  "daily-limit": "a limit of {limit} is a daily one",
  "reset-out-of-reach": "X-RateLimit-Reset names no time within a day that could be waited for",
  "late-reset": "the limit resets only in {seconds} s",
  "large-burst": "the over-limit probe would take {requests} requests",
} as const;

/** Why something does not apply, or was left out, whatever the suite. */
export const coreExclusions = {
  "left-open": "the interface leaves it open",
  "not-in-profile": "this profile does not test it",
  "not-selected": "left out by `only` or `skip`",
  "document-allows": "the loaded document allows what it would send",
  "limit-used-up": "the limit that the over-limit probe used up did not recover",
  "not-replayed": "only the input of --replay is generated again",
} as const;

export const ofCore = { ...coreReasons, ...coreExclusions } as const;

export const { reason, untested, inconclusive, notApplicable } = reasonsOf(ofCore);
