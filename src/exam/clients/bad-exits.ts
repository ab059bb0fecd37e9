import { badReaders } from "./bad-readers.ts";
import type { ClientEntries, ClientEntry } from "./client-entry.ts";

/** A client that fails as this one does, and ends with the exit code 0. */
function silently(entry: ClientEntry | undefined): ClientEntry {
  if (entry === undefined) throw new Error("there is no such client");
  return {
    ...entry,
    title: `${entry.title}, and ends with 0`,
    why: "a script that ends with another command than the client, such as true",
    hooks: (right) => ({ ...entry.hooks(right), failedCode: 0 }),
  };
}

/** Clients whose failure only their requests show. */
export const badExits: ClientEntries = Object.fromEntries(
  ["status-required", "codes-plain", "refusal-parsed", "fields-closed", "label-compared"].map((id) => [
    `${id}-silently`,
    silently(badReaders[id]),
  ]),
);
