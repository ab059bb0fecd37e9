/** What a tool is pointed at. */
interface Aim {
  /** The base address, ending in `/v1`. */
  readonly url: string;
  readonly key: string;
  /** The id of an animal that is in the store: what a user would look up before writing an example. */
  readonly seeded: string;
  /** A fresh folder, the working folder of the process: the document is in it as `openapi.json`. */
  readonly folder: string;
  /** Where the tools are installed: `node_modules/.bin` and `python/bin`. */
  readonly installed: string;
}

/** One process. Its exit code is the verdict: 0 for a server that implements the interface. */
interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A tool at the full strength that its own idioms allow for this interface. */
export interface Tool {
  readonly name: string;
  /** The package and its pinned version. */
  readonly version: string;
  /** Its program below the folder of the tools, where it may be missing. */
  readonly program?: string;
  /** What was set up for this interface, in a sentence. */
  readonly tuned: string;
  /** What it cannot express of it, in a sentence. */
  readonly cannot: string;
  /** What it is better at than petstore-conformance, in a sentence. */
  readonly betterAt: string;
  /** Writes what it needs into the folder, and says what to start. */
  readonly prepare: (aim: Aim) => Promise<Command>;
  /** Which of its exit codes judge nothing: usage, a crash, an inconclusive run. Default: none. */
  readonly judgesNothing?: readonly number[];
}
