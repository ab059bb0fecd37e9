import type { ClientSuite } from "#core/check/clients/client-suite.ts";
import { plain, type Situation } from "#core/check/clients/situation.ts";
import { type HeaderLine, headerValue } from "#core/exchange/exchange.ts";
import { parseRetryAfter, rateHeaderNames } from "#core/exchange/pacing/rate-headers.ts";
import { unknownFields } from "../shared/cases.ts";
import { reads, sends, tests } from "./lessons.ts";

const needs = "lists, reads or creates pets";

const unusual = [
  {
    name: "many-pets",
    about: "has more pets than one list may show",
    needs: "lists pets",
    shows: ["CLIENT-11"],
  },
  {
    name: "big-ids",
    about: "gives ids beyond 2^53",
    needs: "reads a pet by an id that it was given",
    shows: ["CLIENT-12"],
  },
  {
    name: "no-status",
    about: "has pets without a status",
    needs: "lists pets without asking for a status, or creates one without a status",
    shows: ["CLIENT-16"],
  },
  {
    name: "unknown-members",
    about: "sends fields that the interface does not name",
    needs,
    ...tests("CLIENT-19", unknownFields.unnamed),
  },
  {
    name: "another-order",
    about: "sends the fields of each pet in another order",
    needs,
    ...tests("CLIENT-19", unknownFields.reordered),
  },
  {
    name: "charset-and-chunks",
    about: "adds a charset to the Content-Type and sends the body in pieces, slowly",
    needs,
    shows: ["CLIENT-20"],
    longestSeconds: 1,
  },
  {
    name: "deprecated",
    about: "announces with Deprecation and Sunset that reading a pet by its id will end",
    needs: reads,
    ...tests("CLIENT-19", unknownFields.unnamed),
  },
] as const satisfies readonly Partial<Situation>[];

/** A permitted way in which the service's answers are unusual. */
export type Unusual = (typeof unusual)[number]["name"];

export const answerSituations: readonly Situation[] = [
  { name: plain, about: "does nothing unusual", needs: sends, shows: [], longestSeconds: 0 },
  ...unusual.map((one): Situation => ({ longestSeconds: 0, control: plain, ...one })),
];

/** Far more than a client that waits sends. */
const perMinute = 1_000;
const minuteMs = 60_000;

/** Every response of the service carries the three fields, and a client may rely on them; those of a 429 agree with its Retry-After. */
export const rateHeaders: NonNullable<ClientSuite["fieldsOfAnswers"]> = ({
  status,
  headers,
  nowMs,
  requests,
}) => {
  // Failures come from what is in front of the service. HTTP libraries that wait for Reset after a 503 would wait a minute.
  if (status >= 500) return [];
  const isRefused = status === 429;
  const resetMs =
    (isRefused ? retryAtMs(headers, nowMs) : undefined) ?? (Math.floor(nowMs / minuteMs) + 1) * minuteMs;
  return [
    [rateHeaderNames.limit, String(perMinute)],
    [rateHeaderNames.remaining, String(isRefused ? 0 : Math.max(1, perMinute - requests))],
    [rateHeaderNames.reset, String(Math.ceil(resetMs / 1000))],
  ];
};

function retryAtMs(headers: readonly HeaderLine[], nowMs: number): number | undefined {
  const asked = parseRetryAfter(headerValue(headers, "retry-after") ?? "");
  return asked?.kind === "seconds" ? nowMs + asked.seconds * 1000 : asked?.atMs;
}
