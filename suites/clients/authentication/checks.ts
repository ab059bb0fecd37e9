import { caseRef } from "#core/check/case.ts";
import type { ClientCheck, Evidence } from "#core/check/clients/client-suite.ts";
import type { ClientExchange } from "#core/check/clients/session.ts";
import { headerValues } from "#core/exchange/exchange.ts";
import { ofRequests, ofSessions } from "../shared/client-checks.ts";
import { untested } from "../shared/reasons.ts";
import { named, requestsIn } from "../shared/requests.ts";

const everyRequest = caseRef("every-request", "every request");

/** CLIENT-1. Subject: the Authorization fields of a request to the service. */
const bearerKey = ofRequests("CLIENT-1", everyRequest, (request, { held, broken }, { key }) => {
  const seen = wrongCredential(headerValues(request.headers, "authorization"), key);
  return seen === undefined
    ? held(request)
    : broken(request, "Authorization: Bearer with the key, once", `${named(request)} with ${seen}`);
});

/** Undefined where it is right. Holds no part of a credential. */
function wrongCredential(values: readonly string[], key: Evidence["key"]): string | undefined {
  const isKey = (token: string) => key.isKey(token);
  const [value, ...more] = values;
  if (value === undefined) return "no Authorization header";
  if (more.length > 0) return `${values.length} Authorization headers`;
  const [, scheme = "", token = ""] = /^(\S+) +(.*)$/s.exec(value) ?? [];
  if (/^bearer$/i.test(value.trim())) return "nothing after Bearer";
  if (scheme === "") return isKey(value) ? "the key without a scheme" : "no scheme in Authorization";
  if (scheme.toLowerCase() !== "bearer") return "another scheme than Bearer";
  if (isKey(token)) return undefined;
  const around = wrappings.find(({ pattern }) =>
    pattern
      .exec(token)
      ?.slice(1)
      .some((inner) => isKey(inner ?? "")),
  );
  if (around !== undefined) return `the key in ${around.words}`;
  if (/^bearer /i.test(token)) return "the scheme Bearer twice";
  if (/^(?:undefined|null|none|nil|nan|\[object \w+\])$/i.test(token))
    return `the word ${token} in place of the key`;
  if (/^(?:\$\{?\w+\}?|\{+ ?\w+ ?\}+|<\w+>|%\w+%)$/.test(token)) return "a placeholder in place of the key";
  if (/[, ]/.test(token)) return "more than the key after Bearer";
  return key.isIn(token) ? "the key in another form, or with more around it" : "another key";
}

/** What a shell, a configuration file or a template may leave around a value. */
const wrappings = [
  { pattern: /^(?:"(.*)"|'(.*)'|`(.*)`|%22(.*)%22)$/, words: "quotes" },
  { pattern: /^(?:<(.*)>|\{(.*)\}|\[(.*)\]|\((.*)\))$/, words: "brackets" },
];

/** CLIENT-2. Subject: everything of a request but its Authorization fields. */
const keyElsewhere = ofRequests("CLIENT-2", everyRequest, (request, { held, broken }, { key }) => {
  const place = placesOf(request).find(({ text }) => key.isIn(text));
  return place === undefined
    ? held(request)
    : broken(request, "the key in Authorization alone", `${request.method} with the key in ${place.words}`);
});

function placesOf({ target, headers, body }: ClientExchange): { words: string; text: string }[] {
  return [
    { words: "the URL", text: target },
    ...headers
      .filter(([name]) => name.toLowerCase() !== "authorization")
      .flatMap(([name, value]) => [
        { words: `the header ${name}`, text: value },
        { words: "the name of a header", text: name },
      ]),
    ...(body === undefined || body.length === 0
      ? []
      : [{ words: "the body", text: Buffer.from(body).toString("utf8") }]),
  ];
}

const afterRedirect = caseRef("redirect-to-another-origin", "a redirect to another origin");

/** CLIENT-3. Subject: what arrives at the other origin. A client may also send nothing there. */
const keyAtOrigin = ofSessions(
  "CLIENT-3",
  afterRedirect,
  (session, { held, broken, unresolved }, { key }) => {
    const redirects = requestsIn(session).filter(isRedirect);
    const [redirect] = redirects;
    if (redirect === undefined) return [];
    const elsewhere = session.exchanges.filter(({ origin }) => origin === "elsewhere");
    const carrying = elsewhere.filter((one) => wholeOf(one).some((text) => key.isIn(text)));
    if (carrying.length > 0)
      return carrying.map((one) =>
        broken(one, "no key at the other origin", `${named(one)} there, with the key`, redirect),
      );
    if (session.isRecorded === true && elsewhere.length === 0)
      return [unresolved(untested("elsewhere-not-recorded"), redirect)];
    const wentOn = session.exchanges.some(({ id, origin }) => id > redirect.id && origin === "service");
    return elsewhere.length > 0 || wentOn || session.end.kind === "exited"
      ? [held(...redirects, ...elsewhere)]
      : [unresolved(untested("redirect-unread"), redirect)];
  },
);

function isRedirect({ outcome }: ClientExchange): boolean {
  return outcome.kind === "answer" && outcome.status >= 300 && outcome.status < 400 && outcome.status !== 304;
}

function wholeOf(exchange: ClientExchange): readonly string[] {
  return [...placesOf(exchange).map(({ text }) => text), ...headerValues(exchange.headers, "authorization")];
}

export const checks: readonly ClientCheck[] = [bearerKey, keyElsewhere, keyAtOrigin];
