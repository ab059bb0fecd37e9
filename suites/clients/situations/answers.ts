import { plain, type Situation } from "#core/check/clients/situation.ts";
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

/** The service answers everything, in a way that is permitted and may be unusual. */
export const answerSituations: readonly Situation[] = [
  { name: plain, about: "does nothing unusual", needs: sends, shows: [], longestSeconds: 0 },
  ...unusual.map((one): Situation => ({ longestSeconds: 0, control: plain, ...one })),
];
