import { plain, type Situation } from "#core/check/clients/situation.ts";
import { unknownFields } from "../shared/cases.ts";
import { untested } from "../shared/reasons.ts";
import { reads, sends, tests } from "./lessons.ts";

/** In which permitted ways the service's answers are unusual. */
export interface Dress {
  readonly bigIds?: true;
  readonly statusless?: true;
  readonly unknownMembers?: true;
  /** Fields in the opposite order. */
  readonly reversedMembers?: true;
  /** A charset in the Content-Type, and the body in pieces, slowly. */
  readonly charsetAndChunks?: true;
  readonly deprecation?: true;
}

interface Unusual extends Omit<Situation, "longestSeconds"> {
  readonly longestSeconds?: number;
  readonly dress: Dress;
}

const needsPets = { needs: "lists, reads or creates pets", unmet: untested("no-pet-answered") } as const;

const unusual: readonly Unusual[] = [
  {
    name: "big-ids",
    about: "gives ids beyond 2^53",
    needs: "reads a pet by an id that it was given",
    unmet: untested("no-given-id"),
    shows: ["CLIENT-12"],
    dress: { bigIds: true },
  },
  {
    name: "no-status",
    about: "has pets without a status",
    needs: "lists pets without asking for a status, or creates one without a status",
    unmet: untested("no-pet-without-status"),
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
  { name: plain, about: "does nothing unusual", needs: sends, shows: [], longestSeconds: 0 },
  ...unusual.map(({ dress: _, ...one }): Situation => ({ longestSeconds: 0, control: plain, ...one })),
];

/** A service of several situations is unusual in all their ways at once. */
export function dressOf(situations: readonly Situation[]): Dress {
  const names = new Set(situations.map(({ name }) => name));
  return Object.assign({}, ...unusual.filter(({ name }) => names.has(name)).map(({ dress }) => dress));
}
