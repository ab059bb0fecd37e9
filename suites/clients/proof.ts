import type { ClientProof, Form, ProofClients } from "#core/check/clients/client-suite.ts";
import { type ClientExchange, isSameRequest, type Session, statusOf } from "#core/check/clients/session.ts";
import { faultFiles } from "./index.ts";
import { type ClientEntries, runOf } from "./reference-client/client.ts";
import { taskVariants } from "./reference-client/task-variants.ts";
import { clientVariants } from "./reference-client/variants.ts";
import { answerHeader, codeOf } from "./shared/answers.ts";
import { isStrange } from "./shared/cases.ts";
import { retryAfterForm } from "./shared/refusals.ts";
import { hadCompany, type Role, roles } from "./shared/requests.ts";

// What the rulings on clients ask for, by requirement and form of answer, and which requests never get such an answer, with the
// reason.

const any = (): boolean => true;

const limited =
  (kind: "seconds" | "date" | "none" | "unusable") =>
  (exchange: ClientExchange): boolean =>
    statusOf(exchange) === 429 && retryAfterForm(exchange) === kind;

const status =
  (wanted: number, hasStrangeCode = false) =>
  (exchange: ClientExchange): boolean =>
    statusOf(exchange) === wanted && (!hasStrangeCode || isStrange(codeOf(exchange)));

const lost =
  (phase: "headers" | "body", situation?: string) =>
  (exchange: ClientExchange): boolean =>
    exchange.outcome.kind === "failure" &&
    exchange.outcome.failure.phase === phase &&
    (situation === undefined || exchange.situation === situation);

const inSituation =
  (name: string) =>
  (_: ClientExchange, { situation }: Session): boolean =>
    situation === name;

const noQuery = "it has no query parameters";
const noBody = "it has no body";
const notRejected = "the interface has no 400 on it";
const namesNoPet = "the interface has no 404 on it";
const bySafe = "it changes nothing, so that it may be repeated: CLIENT-23";
const ends = "after a 401 a client stops, whatever the code is";
const byCreate = "repeating it may create a second pet: CLIENT-24";

type Row = readonly [words: string, is: Form["is"], without?: Readonly<Partial<Record<Role, string>>>];

/** Of requirements that one ruling is about: the forms that matter to all of them. */
function formsOf(ruling: number, requirements: string, ...rows: readonly Row[]): readonly Form[] {
  const ids = requirements.split(" ").map((number) => `CLIENT-${number}`);
  return rows.map(([words, is, without = {}]) => ({
    ...{ ruling, requirements: ids, words, is },
    without: new Map(Object.entries(without)),
  }));
}

const secondsIn =
  (situation: string, isAmongOthers = false): Form["is"] =>
  (exchange, session) =>
    session.situation === situation &&
    limited("seconds")(exchange) &&
    (!isAmongOthers || hadCompany(exchange, session));

const againLimited: Form["is"] = (exchange, { exchanges }) =>
  limited("seconds")(exchange) &&
  exchanges.some((one) => one.id < exchange.id && limited("seconds")(one) && isSameRequest(one, exchange));

const withHeader =
  (name: string, value: string) =>
  (exchange: ClientExchange): boolean =>
    answerHeader(exchange, name) === value;

const onCreates = { list: notRejected, read: notRejected };
const onReads = { list: namesNoPet, create: namesNoPet };
const ofUnsafe = { list: bySafe, read: bySafe };
const ofSafe = { create: byCreate };
const notDeprecated = "it is not deprecated";

const forms: readonly Form[] = [
  ...formsOf(36, "1 2", ["any", any]),
  ...formsOf(36, "3", ["a redirect to another origin", status(307)]),
  ...formsOf(37, "4 6", ["429, seconds in Retry-After", limited("seconds")]),
  ...formsOf(
    37,
    "4",
    ["429, seconds, again when it is tried again", againLimited],
    ["429, more than half a minute in Retry-After", secondsIn("retry-long")],
    ["429, seconds, while others are refused with fewer", secondsIn("burst-apart", true)],
    ["429, seconds, while other requests are under way", secondsIn("burst", true)],
  ),
  ...formsOf(37, "25", ["429, seconds, where nothing else is unusual", secondsIn("retry-seconds")]),
  ...formsOf(37, "5 6 25", ["429, a date in Retry-After", limited("date")]),
  ...formsOf(37, "7 25", ["429, no Retry-After", limited("none")]),
  ...formsOf(37, "8 9", ["429, no Retry-After, five times", limited("none")]),
  ...formsOf(37, "7 25", ["429, a Retry-After that names no time to come", limited("unusable")]),
  ...formsOf(38, "10 15", ["any", any]),
  ...formsOf(38, "11", ["any", any, { create: noQuery, read: noQuery }]),
  ...formsOf(38, "12", ["ids and categories beyond 2^53 before", any, { list: "it sends no id" }]),
  ...formsOf(38, "13", ["any", any]),
  ...formsOf(38, "14 26", ["any", any, { list: noBody, read: noBody }]),
  ...formsOf(39, "16", ["a pet without a status", any]),
  ...formsOf(
    39,
    "17",
    ["429, unknown code", status(429, true)],
    ["400, unknown code", status(400, true), onCreates],
    ["404, unknown code", status(404, true), onReads],
    ["5xx, unknown code", (one) => (statusOf(one) ?? 0) >= 500 && isStrange(codeOf(one))],
    ["401, unknown code", status(401, true), { list: ends, create: ends, read: ends }],
  ),
  ...formsOf(
    39,
    "18",
    ["429, an HTML page", withHeader("content-type", "text/html")],
    ["429, an empty body", withHeader("content-length", "0")],
    ["429, JSON that is not an Error", withHeader("content-type", "application/json")],
  ),
  ...formsOf(
    39,
    "19",
    ["unknown fields", inSituation("unknown-members")],
    ["fields in another order", inSituation("another-order")],
    ["Deprecation and Sunset", inSituation("deprecated"), { list: notDeprecated, create: notDeprecated }],
  ),
  ...formsOf(39, "20", ["a charset, and chunks", any]),
  ...formsOf(39, "21", ["401", status(401)]),
  ...formsOf(39, "22", ["400", status(400), onCreates], ["404", status(404), onReads]),
  ...formsOf(
    39,
    "23",
    ["503", status(503), ofSafe],
    ["a connection lost before the answer", lost("headers"), ofSafe],
    ["a connection lost in the answer", lost("body"), ofSafe],
  ),
  ...formsOf(
    39,
    "24",
    ["500", status(500), ofUnsafe],
    ["a connection lost before the request was carried out", lost("headers", "dropped-create"), ofUnsafe],
    ["a connection lost after that, before the answer", lost("headers", "lost-create"), ofUnsafe],
    ["a connection lost in the answer", lost("body"), ofUnsafe],
  ),
];

/** Clients with one fault each, as their files have them. */
export async function loadClientFaults(): Promise<ClientEntries> {
  const files = await Promise.all(faultFiles.map((load) => load()));
  return Object.assign({}, ...files.map(({ faults }) => faults));
}

export const allClientVariants: ClientEntries = { ...clientVariants, ...taskVariants };

export async function loadProof(): Promise<ClientProof> {
  return { faults: played(await loadClientFaults()), variants: played(allClientVariants), roles, forms };
}

function played(entries: ClientEntries): ProofClients {
  return Object.fromEntries(
    Object.entries(entries).map(([id, entry]) => [id, { ...entry, run: runOf(entry) }]),
  );
}
