import type { ClientHooks } from "./client.ts";

/** A client of the proof: the right one, with something replaced. */
export interface ClientEntry {
  /** What it does, as it completes "a client that …". */
  readonly title: string;
  /** The musts that fail on it, and the shoulds, and no others. */
  readonly fails?: readonly string[];
  readonly warns?: readonly string[];
  /** The habit of real code that it stands for, or what permits it. */
  readonly why: string;
  readonly hooks: (right: ClientHooks) => Partial<ClientHooks>;
}

export type ClientEntries = Readonly<Record<string, ClientEntry>>;
