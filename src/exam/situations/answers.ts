import type { Situation } from "../situation.ts";
import { reads, sends } from "./needs.ts";

/** The service answers everything, in a way that is permitted and may be unusual. */
export const answerSituations: readonly Situation[] = [
  {
    name: "plain",
    about: "does nothing unusual",
    needs: sends,
    shows: [],
    longestSeconds: 0,
  },
  {
    name: "big-ids",
    about: "gives ids beyond 2^53",
    needs: "reads a pet by an id that it was given",
    unmet: "the client sent no id that it was given",
    shows: ["CLIENT-12"],
    longestSeconds: 0,
    control: "plain",
    dress: { bigIds: true },
  },
  {
    name: "no-status",
    about: "has pets without a status",
    needs: "lists pets without asking for a status, or creates one without a status",
    unmet: "no answer to the client held a pet without a status",
    shows: ["CLIENT-16"],
    longestSeconds: 0,
    control: "plain",
    dress: { statusless: true },
  },
  {
    name: "unknown-members",
    about: "sends fields that the interface does not name, and its fields in another order",
    needs: "lists, reads or creates pets",
    unmet: "no answer to the client held a pet",
    shows: ["CLIENT-19"],
    longestSeconds: 0,
    control: "plain",
    dress: { unknownMembers: true },
  },
  {
    name: "charset-and-chunks",
    about: "adds a charset to the Content-Type and sends the body in pieces, slowly",
    needs: "lists, reads or creates pets",
    unmet: "no answer to the client held a pet",
    shows: ["CLIENT-20"],
    longestSeconds: 1,
    control: "plain",
    dress: { charsetAndChunks: true },
  },
  {
    name: "deprecated",
    about: "announces with Deprecation and Sunset that reading a pet by its id will end",
    needs: reads,
    shows: ["CLIENT-19"],
    longestSeconds: 0,
    control: "plain",
    dress: { deprecation: true },
  },
];
