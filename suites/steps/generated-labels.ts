/** What the steps that send generated inputs are called; other chapters wait for some of them. */

export const generatedNamesLabel = "generated names";

/** Bodies that are to be refused with 400. */
export const generatedWrongBodies = [
  "generated values of another type",
  "generated statuses",
  "generated categories",
  "generated bodies cut off",
] as const;

/** What is, or may be, taken: it counts against the cap on created pets. */
export const generatedCreates = [
  generatedNamesLabel,
  "generated oddities",
  "generated labels",
  "generated walks",
] as const;
