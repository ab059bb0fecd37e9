import { ofCore } from "#core/check/results/core-reasons.ts";
import { reasonsOf } from "#core/check/results/unresolved.ts";

/** Why what is asked of the pet store is untested or inconclusive. */
export const petReasons = {
  // Keys
  "wrong-key-or-server": "the key or the server is wrong",
  "orders-reject-key": "/store/orders rejects the valid key too",

  // Lists
  "no-list": "no answer was 200 with a list",
  "nothing-answered": "nothing was answered",
  "answer-truncated": "its answer was truncated: {failure}",
  "no-list-but": "the list was answered {got}",
  "step-without-list": '"{step}" was not answered with a list',
  "no-integer-ids": "no list shows a pet with an integer as its id ({lists} {lists|list|lists})",
  "no-pet-listed": "no list shows a pet ({lists} {lists|list|lists})",
  "lists-alike": "every list was answered with the same pets, whatever its filter",
  "too-few-pets":
    "only {seen} {seen|pet|pets} with an id {seen|was|were} seen, and the test needs more than {limit}",
  "too-few-of-status": "lists and reads show only {seen} {status} {seen|pet|pets} with an id",
  "limit-before-pets":
    "no list with the limit {limit} was answered when {limit} {limit|pet|pets} with an id had been seen",
  "pets-gone":
    "of the pets that had been seen before a list with the limit {limit}, only {again} were seen again: others may be gone",
  "no-empty-list": "there are pets of every status, so that no list is empty",
  "empty-list-of-status": "the list of {status} pets is empty",
  "no-other-status": "no list or read shows a pet with an id that is not {status}",
  "none-created-of-status": "no create of a pet with the status {status} was answered 201",
  "full-list": '"{step}" is full with {pets} {pets|pet|pets}',
  "judged-by-list-9":
    'LIST-9 judges "{step}", which lacks a created pet: it is empty, or the lists show the whole store',
  "judged-by-list-10":
    'LIST-10 judges "{step}", which lacks a created pet: the lists do not show the whole store',

  // Creates
  "control-not-created": 'its control "{step}" was not answered 201: it got {got}',
  "read-only": "no POST is sent in a read-only or quick run",
  "none-created": "no valid create was answered 201 ({creates} {creates|create|creates})",
  "no-created-id": "no 201 to a valid create shows the id of a pet ({creates} {creates|create|creates})",
  "not-in-such-lists": "no unfiltered list, or no filtered one, shows {what}",
  "one-category": "every pet was created in the same category",
  "create-refused": "its create {came}",
  "no-id-of": 'no id of a pet of "{step}" is known: it {came}',
  "no-created-name":
    "no list after the first create that is not full shows a created pet by its name ({lists} {lists|list|lists})",
  "all-lists-full":
    "each list after the first create is full, and what it leaves out is not known ({lists} {lists|list|lists})",
  "no-mark": 'the lists in which the pet of "{step}" belongs do not show it, or are full',
  "no-sentinel": '"{step}", which comes after them, {came}',
  "id-not-shown-after": "no answer after that shows the pet with the id {id}",
  "not-read-back": "no created pet was read back",
  "no-read-back-answered": "no created pet could be read back",
  "no-big-id": "every id that was seen is below 2^53",
  "big-id-not-shown": "no list or read shows the pet with the id {id}",
  "no-id-seen": "no pet with an id was seen",
  "big-category-refused": "a create with a category beyond 2^53 {came}",
  "guessed-big-category-refused": "a create with a category beyond 2^53, which was only guessed, {came}",
  "big-category-not-shown": "a category beyond 2^53 was accepted, but no answer shows one to compare",

  // Reads
  "none-to-read": "no pet is known that could be read",
  "no-id-listed": "no list shows the id of a pet",
  "no-readable-pet-listed": "no list shows a pet that could be read",
  "no-readable-id-listed": "no list showed an id that could be read",
  "listed-pets-gone": "the listed pets were gone when they were read",
  "listed-pet-gone": "a listed pet was gone when it was read, and no list was answered since",
  "no-pet-read": "no read was answered 200 with a pet that has an integer as its id",
  "no-read-answered": "no read was answered ({reads} {reads|read|reads})",
  "no-read-404": "no read with the valid key was answered 404",
  "id-taken": "a pet has the id {id}",
  "one-pet": "no other pet is known that could have been answered in its place",
  "read-undecided": "the read was answered {got}",

  // Rate limits
  "no-such-path": "no such path was requested",
  "headers-missing": "the headers are missing elsewhere too",
  "too-few-announce": "fewer than two responses announce a limit in three well-formed headers",
  "no-common-reset": "too few responses announce the same Limit and Reset",
  "too-few-served": "too few requests were served under the same Reset",
  "reset-moves-values": "Reset moves with the clock, so only the values themselves are judged",
  "reset-moves": "Reset moves with the clock",
  "nothing-before-429": "no answer before a 429 announces the same Reset and the same limit",
  "limit-not-reached": "no request reached the limit",
  "probe-below-limit": "the requests of the probe did not reach the limit",
  "probe-answered-otherwise": "the probe was answered {got} before the limit was used up",
  "none-rejected": "no request was rejected",
  "none-limited": "no request was answered 429",
  "nothing-to-compare": "no 429 has both a Retry-After and a Reset that can be compared",
  "no-retry-after": "the 429 has no Retry-After that can be read",
  "long-retry-after": "Retry-After asks for {seconds} s, and max-wait allows less",
  "nothing-after-wait": "nothing was sent after the wait",
  "no-time-to-wait": "the 429 names no time to wait: its Retry-After is not in the future",
  "limited-by-others": "the key was answered 429 after {waits} {waits|wait|waits}, and others may use it",
} as const;

/** Why a requirement, or a step, does not apply. */
export const petExclusions = {
  "nothing-of-the-pet-store":
    "the loaded document has no {operations}, without which nothing of the pet store is judged",
  "not-in-document": "the loaded document has no {operation}",
  "limits-off": "rate limits are declared off",
  "not-removed-yet": "getPet is removed on {day}, and that day is not over",
  removed: "getPet was removed on {day}",
  "may-be-removed": "getPet may be there or not on {day}",
  "still-there": "getPet is not removed yet",
  "not-there": "getPet is removed, or may be by now",
  "no-limit-announced": "the target announces no rate limit",
  "no-orders": "the target has no /store/orders",
  "no-plan-declared": "no plan with a known limit is declared (--plan)",
  "private-address": "{host} is a private address",
  "key-without-case": "the key is the same in any letter case",
  "first-was-read": "the first listed pet was read",
  "no-more-created": "no more pets were created",
  "listed-were-read": "the listed pets were read",
  "enough-pets": "the store holds enough pets",
  "all-statuses-listed": "the first list shows pets of every status",
  "all-of-that-status": "every pet that was seen has that status",
  "no-such-category": "the service has no such category",
  "charset-rejected": "the service rejects a Content-Type with a charset",
  "no-id-to-come": "no create follows, or its id cannot be predicted",
  "id-of-a-pet": "a pet already has the id",
} as const;

export const { reason, untested, inconclusive, notApplicable } = reasonsOf({
  ...ofCore,
  ...petReasons,
  ...petExclusions,
});
