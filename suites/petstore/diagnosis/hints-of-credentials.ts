import { answeredWith, statusClass } from "#core/check/facts.ts";
import { isInvalidKey } from "#core/check/sent-again.ts";
import type { Credential, Exchange } from "#core/exchange/exchange.ts";
import { before, type Clues, hints, hintsOn, isAtOnce, isSeen, where } from "./clues.ts";

/** Served without the valid key. */
const served = { at: "status", got: /^2/, key: false, shape: /^(?!error)/ };

/** What the answer to a request without the valid key, or the refusal of a valid one, says about how keys are checked. */
export const credentials = [
  ...hints([
    [
      { at: "status", also: isMixedUp },
      "Requests with the valid key are rejected and requests without it are served, both at the same time as others: whether the key is valid is kept in a variable that requests share.",
      "Keep what the check of the key came to in a variable of its request alone (no static or module variable, no field of a shared object).",
    ],
  ]),
  ...hintsOn(where(served), [
    [
      (clues) => before(clues).some((e) => isAlike(e, clues) && isRefused(e)),
      "The same request was rejected before, and is served when it comes again: a failed look-up is cached as a success, or keys are no longer looked up after some requests.",
      "Look up the key of every request, cache no look-up that failed, and answer 401 where none can be made.",
    ],
    [
      ({ facts: { exchanges } }) => {
        const without = exchanges.filter((e) => e.request.credential.kind === "none");
        return without
          .filter((e) => answeredWith(e, 200, 201))
          .some((e) => without.some((other) => isRefused(other) && isSameAddress(other, e)));
      },
      "Requests without a key are now served and now rejected at the same address: the check is skipped under load or where a look-up fails, or one of several instances makes none.",
      "Answer 401 wherever the check was not made or did not end, and compare the instances.",
    ],
    [
      (clues) => {
        const { exchange } = clues.symptom;
        const without = ofOperation(clues).filter((e) => e.request.credential.kind === "none");
        return (
          exchange.request.method === "GET" &&
          before(clues).some((e) => e.request.credential.kind === "valid" && isSameAddress(e, exchange)) &&
          without.some((e) => answeredWith(e, 200) && isSameAddress(e, exchange)) &&
          without.some((e) => isRefused(e) && !isSameAddress(e, exchange))
        );
      },
      "At this URL anyone is served, though other URLs of the operation require the key: what one client got is cached by the URL alone.",
      "Check the key before the cache, or leave answers that depend on the key out of shared caches (Cache-Control: private, Vary: Authorization).",
    ],
  ]),
  ...hints([
    [
      { at: "status", key: false, also: (clues) => isOpen(clues) && isKnownByConnection(clues) },
      "Without the valid key reads and lists are served, and creates, which the suite sends on new connections, are not: only creates check the key, or a connection that has sent it is trusted from then on.",
      "Check the key of each request, whatever its method and whatever came on its connection before.",
    ],
    [
      {
        ...{ at: "status", key: false },
        also: (clues) =>
          accepted(clues) !== undefined &&
          isOpen(clues) &&
          ofOperation(clues).some((e) => isRefused(e) && isWrongKey(e.request.credential)),
      },
      "Requests without the valid key are now served and now rejected: the check is skipped under load or where a look-up fails, a connection that has sent the key is trusted from then on, or one of several instances makes no check.",
      "Answer 401 wherever the check was not made or did not end. `concurrency: 1` in the configuration shows whether it depends on what else is under way.",
    ],
    [
      {
        ...{ at: "status", key: false },
        also: (clues) =>
          isOpen(clues) && ofOperation(clues).some((e) => isRefused(e) && isWrongKey(e.request.credential)),
      },
      "An invalid key is rejected, and a request without a key is not: the key is checked only where there is one, or a connection that has sent the key is trusted from then on.",
      "Answer 401 to each request without the valid key, whatever came on its connection before.",
    ],
    [
      { at: "status", key: false, also: isOpen },
      "Nothing checks the key of this operation: it is served without one, too.",
      "Put the route behind the authentication (middleware, guard, filter) that the interface asks for.",
    ],
  ]),
  ...hintsOn(accepted, [
    [
      ({ header }) => header.toLowerCase() !== "authorization",
      "The key is looked for in another header than Authorization, too.",
      "Read the key from the Authorization header alone.",
    ],
    [
      ({ value }) => value.includes("{key}") && !/^bearer \{key\}$/i.test(value),
      'The key is searched for in the header with "contains" or "ends with", or the words around it are ignored.',
      "Require exactly two words, the first of them Bearer.",
    ],
    [
      ({ value }) => /^bearer$/i.test(value.trim()),
      "A header without a token passes: an empty token skips the check, or matches as a prefix of every key.",
      "Answer 401 where the token is empty, before anything is looked up.",
    ],
    [
      ({ value }) => /^basic /i.test(value),
      "Only the Bearer scheme is checked: a request with another scheme goes on unchecked.",
      "Answer 401 to every scheme but Bearer.",
    ],
    [
      ({ value }) => /^bearer eyJ/i.test(value),
      "The token is decoded, and its signature is not verified (`alg` is `none`).",
      "Verify the signature with the algorithm that you expect, and reject tokens without one.",
    ],
    [
      ({ value }) => /^bearer (?:undefined|null|\[object Object\])$/i.test(value),
      "A key that is missing in the server's configuration became a string (`undefined`, `null`), which this one matches.",
      "Refuse to start where a key is not set, and compare with real keys only.",
    ],
    [
      ({ value }) => /^bearer %$/i.test(value),
      "The key is compared as a pattern (LIKE, a regular expression), in which % stands for anything.",
      "Compare the whole key for equality.",
    ],
    [
      ({ about }) => /letter case/.test(about),
      "The key is compared without regard to case, as many databases compare text.",
      "Compare the bytes of the key: a binary collation, or a comparison in constant time in the code.",
    ],
    [
      ({ about }) => /characters more|last four characters/.test(about),
      "Only the beginning of the key is compared: a prefix, a column that is too short, or a shortened hash.",
      "Compare the whole key, in constant time.",
    ],
    [
      ({ about }) => /in the form of/.test(about),
      "Only the form or the length of the key is checked, not the key itself.",
      "Look the key up, and compare it whole.",
    ],
    [
      (_, clues) => ofOperation(clues).some((e) => isRefused(e) && isWrongKey(e.request.credential)),
      "Other invalid keys are rejected and this one passes: a look-up that fails or is skipped counts as a success, for example for a key that is too long, or once a cache is full.",
      "Answer 401 wherever the key was not found, also where the look-up failed.",
    ],
    [
      () => true,
      "Only the presence of a key is checked: any key passes.",
      "Look the whole key up, compare it in constant time, and answer 401 where it is not known.",
    ],
  ]),
  ...hints([
    [
      { at: "status", got: 429, key: false },
      "Requests with an invalid key meet a separate rate limit before the key is checked.",
      "Answer the first invalid keys with 401, and limit a client only after it has sent many of them.",
    ],
    [
      { at: "status", got: /^3/, key: false },
      "The framework redirects requests without a valid key to its sign-in page, as it does for browsers.",
      "Answer 401 with an Error body for everything below the base address (a custom entry point, redirects off).",
    ],
    [
      {
        at: "status",
        got: 401,
        key: true,
        also: (clues) =>
          ofOperation(clues).every(
            (e) => e.request.credential.kind !== "valid" || answeredWith(e, 401, 403, 429),
          ),
      },
      "The list accepts this key and this operation never does: it is behind another check, or requires a permission that the key lacks.",
      "Check the key in one place for all operations. If the key lacks a permission, run with one that may read and write; a missing permission is a 403.",
    ],
    [
      { at: "status", got: 401, key: true },
      "The key is accepted elsewhere in this run and rejected here: one of several instances does not know it, or the 401 of an earlier request without a valid key is remembered (a cache by URL, a block of the client, state that requests share).",
      "Give every instance the same keys, check the key of each request by itself, and do not cache a 401.",
    ],
  ]),
];

/** A valid key is rejected and none is served, both while requests of the other kind were under way; so is this one. */
function isMixedUp({ symptom: { exchange }, facts: { exchanges } }: Clues): boolean {
  const valid = exchanges.filter((e) => e.request.credential.kind === "valid");
  const without = exchanges.filter((e) => e.request.credential.kind === "none" || isInvalidKey(e));
  const isWith = (others: readonly Exchange[]) => (e: Exchange) => others.some((other) => isAtOnce(e, other));
  const rejected = valid.filter((e) => answeredWith(e, 401)).filter(isWith(without));
  const open = without.filter((e) => !isRefused(e)).filter(isWith(valid));
  return (
    [...rejected, ...open].includes(exchange) &&
    rejected.length > 0 &&
    open.some((e) => answeredWith(e, 200, 201))
  );
}

/** What was served to a credential that is no valid one. */
function accepted(clues: Clues) {
  const { credential } = clues.symptom.exchange.request;
  return credential.kind === "other" && isSeen(served, clues) ? credential : undefined;
}

/** A token in the right form that is not the key. */
function isWrongKey(credential: Credential): boolean {
  return credential.kind === "other" && /^bearer [^\s{}]+$/i.test(credential.value);
}

function isRefused(exchange: Exchange): boolean {
  return answeredWith(exchange, 401, 403);
}

/** Requests of the operation without any key are served, and none was refused. */
function isOpen(clues: Clues): boolean {
  const without = ofOperation(clues).filter((e) => e.request.credential.kind === "none");
  return without.some((e) => answeredWith(e, 200, 201, 202)) && !without.some(isRefused);
}

/** So many operations are not all open by an oversight. */
const operationsToShow = 3;

/** What came without the valid key was served on connections that had carried another request, and refused on new ones. */
function isKnownByConnection({ facts: { exchanges, contract } }: Clues): boolean {
  const keyless = exchanges.filter(({ request }) => request.credential.kind !== "valid");
  const served = keyless.filter((e) => statusClass(e) === 2);
  const refused = keyless.filter(isRefused);
  return (
    new Set(served.map(({ request }) => contract.operationAt(request))).size >= operationsToShow &&
    served.every((e) => e.reusedConnection) &&
    refused.length > 0 &&
    !refused.some((e) => e.reusedConnection)
  );
}

function ofOperation({ symptom: { operation }, facts }: Clues): readonly Exchange[] {
  return facts.exchanges.filter((e) => facts.contract.classify(e.request).operation === operation);
}

function isAlike(one: Exchange, { symptom: { exchange } }: Clues): boolean {
  const [a, b] = [one.request.credential, exchange.request.credential];
  return isSameAddress(one, exchange) && a.kind === b.kind && textOf(a) === textOf(b);
}

function textOf(credential: Credential): string {
  return credential.kind === "other" ? `${credential.header} ${credential.value} ${credential.about}` : "";
}

function isSameAddress({ request: a }: Exchange, { request: b }: Exchange): boolean {
  return a.method === b.method && a.path === b.path && String(a.query ?? "") === String(b.query ?? "");
}
