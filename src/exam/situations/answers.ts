import { unknownFields } from "../../../suites/clients/shared/unusual.ts";
import { reads, type Situation, sends, tests } from "../situation.ts";

const needsPets = { needs: "lists, reads or creates pets", unmet: "no-pet-answered" } as const;

const unusual: readonly (Omit<Situation, "longestSeconds"> & Partial<Situation>)[] = [
  {
    name: "big-ids",
    about: "gives ids beyond 2^53",
    needs: "reads a pet by an id that it was given",
    unmet: "no-given-id",
    shows: ["CLIENT-12"],
    dress: { bigIds: true },
  },
  {
    name: "no-status",
    about: "has pets without a status",
    needs: "lists pets without asking for a status, or creates one without a status",
    unmet: "no-pet-without-status",
    shows: ["CLIENT-16"],
    dress: { statusless: true },
  },
  {
    name: "unknown-members",
    about: "sends fields that the interface does not name",
    ...needsPets,
    ...tests("CLIENT-19", unknownFields.unnamed),
    dress: { unknownMembers: true },
  },
  {
    name: "another-order",
    about: "sends the fields of each pet in another order",
    ...needsPets,
    ...tests("CLIENT-19", unknownFields.reordered),
    dress: { reversedMembers: true },
  },
  {
    name: "charset-and-chunks",
    about: "adds a charset to the Content-Type and sends the body in pieces, slowly",
    ...needsPets,
    shows: ["CLIENT-20"],
    longestSeconds: 1,
    dress: { charsetAndChunks: true },
  },
  {
    name: "deprecated",
    about: "announces with Deprecation and Sunset that reading a pet by its id will end",
    needs: reads,
    ...tests("CLIENT-19", unknownFields.unnamed),
    dress: { deprecation: true },
  },
];

/** The service answers everything, in a way that is permitted and may be unusual. */
export const answerSituations: readonly Situation[] = [
  { name: "plain", about: "does nothing unusual", needs: sends, shows: [], longestSeconds: 0 },
  ...unusual.map((one): Situation => ({ longestSeconds: 0, control: "plain", ...one })),
];
