import { answerHeader, codeOf } from "../../../suites/clients/shared/answers.ts";
import { hadCompany } from "../../../suites/clients/shared/requests.ts";
import { strangeCode } from "../../../suites/clients/shared/unusual.ts";
import { type ClientExchange, isSameRequest, type Session, statusOf } from "../../core/check/session.ts";
import { parseRetryAfter } from "../../core/exchange/pacing/rate-headers.ts";

// What the rulings on clients ask for, by requirement and form of answer, and for which operations there is no such thing.

export const operations = ["list", "create", "read"] as const;
export type Operation = (typeof operations)[number];

/** One form of an answer, and the requirements for which it matters. */
export interface Form {
  readonly ruling: number;
  readonly requirements: readonly string[];
  readonly words: string;
  readonly is: (exchange: ClientExchange, session: Session) => boolean;
  /** Operations for which there is no such answer, or nothing to judge, with the reason. */
  readonly without?: Readonly<Partial<Record<Operation, string>>>;
}

const any = (): boolean => true;

const limited =
  (kind: "seconds" | "date" | "none" | "unreadable") =>
  (exchange: ClientExchange): boolean => {
    if (statusOf(exchange) !== 429) return false;
    const text = answerHeader(exchange, "retry-after");
    return (text === undefined ? "none" : (parseRetryAfter(text)?.kind ?? "unreadable")) === kind;
  };

const status =
  (wanted: number, code?: typeof strangeCode) =>
  (exchange: ClientExchange): boolean =>
    statusOf(exchange) === wanted && (code === undefined || codeOf(exchange) === code);

const lost =
  (phase: "headers" | "body", situation?: string) =>
  (exchange: ClientExchange): boolean =>
    exchange.outcome.kind === "failure" &&
    exchange.outcome.failure.phase === phase &&
    (situation === undefined || exchange.situation === situation);

const inSituation =
  (...names: readonly string[]) =>
  (_: ClientExchange, { situation }: Session): boolean =>
    names.includes(situation ?? "");

const noQuery = "it has no query parameters";
const noBody = "it has no body";
const notRejected = "the interface has no 400 on it";
const namesNoPet = "the interface has no 404 on it";
const bySafe = "it changes nothing, so that it may be repeated: CLIENT-23";
const ends = "after a 401 a client stops, whatever the code is";
const ofAll = "an upper bound on waits is the client's, whatever it asks for";
const byCreate = "repeating it may create a second pet: CLIENT-24";

export const forms: readonly Form[] = [
  { ruling: 36, requirements: ["CLIENT-1", "CLIENT-2"], words: "any", is: any },
  { ruling: 36, requirements: ["CLIENT-3"], words: "a redirect to another origin", is: status(307) },
  {
    ruling: 37,
    requirements: ["CLIENT-4", "CLIENT-6"],
    words: "429, seconds in Retry-After",
    is: limited("seconds"),
  },
  {
    ruling: 37,
    requirements: ["CLIENT-4"],
    words: "429, seconds, again when it is tried again",
    is: (exchange, { exchanges }) =>
      limited("seconds")(exchange) &&
      exchanges.some(
        (one) => one.id < exchange.id && limited("seconds")(one) && isSameRequest(one, exchange),
      ),
  },
  {
    ruling: 37,
    requirements: ["CLIENT-4"],
    words: "429, more than half a minute in Retry-After",
    is: (exchange, session) => limited("seconds")(exchange) && session.situation === "retry-long",
    without: { create: ofAll },
  },
  {
    ruling: 37,
    requirements: ["CLIENT-4"],
    words: "429, seconds, while other requests are under way",
    is: (exchange, session) =>
      session.situation === "burst" && limited("seconds")(exchange) && hadCompany(exchange, session),
  },
  {
    ruling: 37,
    requirements: ["CLIENT-5", "CLIENT-6", "CLIENT-25"],
    words: "429, a date in Retry-After",
    is: limited("date"),
  },
  { ruling: 37, requirements: ["CLIENT-7", "CLIENT-25"], words: "429, no Retry-After", is: limited("none") },
  {
    ruling: 37,
    requirements: ["CLIENT-8", "CLIENT-9"],
    words: "429, no Retry-After, five times",
    is: limited("none"),
  },
  {
    ruling: 37,
    requirements: ["CLIENT-7", "CLIENT-25"],
    words: "429, a Retry-After that cannot be read",
    is: limited("unreadable"),
  },
  { ruling: 38, requirements: ["CLIENT-10", "CLIENT-15"], words: "any", is: any },
  {
    ruling: 38,
    requirements: ["CLIENT-11"],
    words: "any",
    is: any,
    without: { create: noQuery, read: noQuery },
  },
  {
    ruling: 38,
    requirements: ["CLIENT-12"],
    words: "ids and categories beyond 2^53 before",
    is: any,
    without: { list: "it sends no id" },
  },
  {
    ruling: 38,
    requirements: ["CLIENT-13", "CLIENT-14"],
    words: "any",
    is: any,
    without: { list: noBody, read: noBody },
  },
  { ruling: 39, requirements: ["CLIENT-16"], words: "a pet without a status", is: any },
  { ruling: 39, requirements: ["CLIENT-17"], words: "429, unknown code", is: status(429, strangeCode) },
  {
    ruling: 39,
    requirements: ["CLIENT-17"],
    words: "400, unknown code",
    is: status(400, strangeCode),
    without: { list: notRejected, read: notRejected },
  },
  {
    ruling: 39,
    requirements: ["CLIENT-17"],
    words: "404, unknown code",
    is: status(404, strangeCode),
    without: { list: namesNoPet, create: namesNoPet },
  },
  {
    ruling: 39,
    requirements: ["CLIENT-17"],
    words: "5xx, unknown code",
    is: (exchange) => (statusOf(exchange) ?? 0) >= 500 && codeOf(exchange) === strangeCode,
  },
  {
    ruling: 39,
    requirements: ["CLIENT-17"],
    words: "401, unknown code",
    is: status(401, strangeCode),
    without: { list: ends, create: ends, read: ends },
  },
  {
    ruling: 39,
    requirements: ["CLIENT-18"],
    words: "429, an HTML page",
    is: (one) => answerHeader(one, "content-type") === "text/html",
  },
  {
    ruling: 39,
    requirements: ["CLIENT-18"],
    words: "429, an empty body",
    is: (one) => answerHeader(one, "content-length") === "0",
  },
  {
    ruling: 39,
    requirements: ["CLIENT-18"],
    words: "429, JSON that is not an Error",
    is: (one) => answerHeader(one, "content-type") === "application/json",
  },
  {
    ruling: 39,
    requirements: ["CLIENT-19"],
    words: "unknown fields",
    is: inSituation("unknown-members"),
  },
  {
    ruling: 39,
    requirements: ["CLIENT-19"],
    words: "fields in another order",
    is: inSituation("another-order"),
  },
  {
    ruling: 39,
    requirements: ["CLIENT-19"],
    words: "Deprecation and Sunset",
    is: inSituation("deprecated"),
    without: { list: "it is not deprecated", create: "it is not deprecated" },
  },
  { ruling: 39, requirements: ["CLIENT-20"], words: "a charset, and chunks", is: any },
  { ruling: 39, requirements: ["CLIENT-21"], words: "401", is: status(401) },
  {
    ruling: 39,
    requirements: ["CLIENT-22"],
    words: "400",
    is: status(400),
    without: { list: notRejected, read: notRejected },
  },
  {
    ruling: 39,
    requirements: ["CLIENT-22"],
    words: "404",
    is: status(404),
    without: { list: namesNoPet, create: namesNoPet },
  },
  { ruling: 39, requirements: ["CLIENT-23"], words: "503", is: status(503), without: { create: byCreate } },
  {
    ruling: 39,
    requirements: ["CLIENT-23"],
    words: "a connection lost before the answer",
    is: lost("headers"),
    without: { create: byCreate },
  },
  {
    ruling: 39,
    requirements: ["CLIENT-23"],
    words: "a connection lost in the answer",
    is: lost("body"),
    without: { create: byCreate },
  },
  {
    ruling: 39,
    requirements: ["CLIENT-24"],
    words: "500",
    is: status(500),
    without: { list: bySafe, read: bySafe },
  },
  {
    ruling: 39,
    requirements: ["CLIENT-24"],
    words: "a connection lost before the request was carried out",
    is: lost("headers", "dropped-create"),
    without: { list: bySafe, read: bySafe },
  },
  {
    ruling: 39,
    requirements: ["CLIENT-24"],
    words: "a connection lost after that, before the answer",
    is: lost("headers", "lost-create"),
    without: { list: bySafe, read: bySafe },
  },
  {
    ruling: 39,
    requirements: ["CLIENT-24"],
    words: "a connection lost in the answer",
    is: lost("body"),
    without: { list: bySafe, read: bySafe },
  },
];
