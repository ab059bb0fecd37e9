import type { CertificateView } from "#certificate/pages.ts";
import type { Requirement } from "#core/check/requirement.ts";
import type { Option, OptionGroup } from "#core/options/option.ts";
import type { KeptEntry, KeptJournal } from "#core/run/journal/journal.ts";
import type { Run, RunEvent } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import type { Fact, Report } from "#report/report.ts";
import type { ListedServer } from "#suites/servers.ts";

/** What a run is asked for. What the command line was given besides holds too. */
export interface AskedRun {
  /** Empty: as the command line or the configuration says. */
  readonly baseUrl: string;
  /** The form's options, as arguments of `run`. */
  readonly options: readonly string[];
  /** The key that was typed for this target; undefined: that of the command line or the environment, where it is theirs. */
  readonly key: string | undefined;
}

/** Who follows a run while it goes on. */
export interface RunFollower {
  readonly onEvent: (event: Redacted<RunEvent>) => void;
  /** Is given what the run is concluded from, without secrets. */
  readonly journal: KeptJournal;
}

export interface StartedRun {
  readonly target: string;
  /** Where it is kept: a path of the folder, as its listing has it. */
  readonly recording: string;
  /** What is known by now, from what was kept of it. */
  readonly soFar: (kept: readonly KeptEntry[]) => Promise<Redacted<Run>>;
  readonly finished: Promise<Redacted<Run>>;
}

/** The reference server on a port of its own. */
export interface RunningReference {
  readonly url: string;
  readonly key: string;
  /** What it was started with, as arguments of `serve`. */
  readonly options: readonly string[];
  readonly close: () => Promise<void>;
}

/** A file that the workbench can open. */
export interface FolderFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  readonly changedAtMs: number;
  readonly bytes: number;
  /** What it holds, as far as its beginning shows. */
  readonly kind: "recording" | "exam" | "certificate" | "trust";
  /** What the recording of a run says of itself; undefined for other files. */
  readonly run?: { readonly target: string; readonly profile: string; readonly startedAtMs: number };
}

/** Something that cannot be done as it was asked; the message is for the user. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly status: 400 | 404 | 409 | 413 | 415 | 422;

  constructor(status: RequestError["status"], message: string) {
    super(message);
    this.status = status;
  }
}

export type NamedServer = Pick<ListedServer, "kind" | "id" | "title" | "breaks">;

/** What the page can do: the command line does it, with the code of its commands. What goes wrong is thrown as RequestError. */
export interface Means {
  /** What a run can be asked for on the page: what most users need, and the rest as the help groups it. */
  readonly everyday: readonly Option[];
  readonly otherOptions: readonly OptionGroup[];
  readonly serveOptions: readonly Option[];
  /** The address that the command line named. */
  readonly baseUrl: string | undefined;
  readonly startRun: (asked: AskedRun, follower: RunFollower, signal: AbortSignal) => Promise<StartedRun>;
  readonly catalogue: () => Promise<readonly Requirement[]>;
  /** As `explain` has it; the example is played now, where it is asked for. */
  readonly explain: (id: string, hasExample: boolean) => Promise<Explained | undefined>;
  readonly files: () => Promise<readonly FolderFile[]>;
  readonly judge: (file: FolderFile) => Promise<Redacted<Run>>;
  readonly judgeExam: (file: FolderFile) => Promise<Report>;
  readonly verify: (asked: AskedVerification) => Promise<CertificateView>;
  /** The servers of the proof: what `serve` takes as `--fault` or `--variant`. */
  readonly servers: () => Promise<readonly NamedServer[]>;
  /** `before`: the one that it takes the place of, whose port and key it has. It goes on where the options are wrong. */
  readonly startReference: (
    options: readonly string[],
    before: RunningReference | undefined,
  ) => Promise<RunningReference>;
  /** Examines a client, and reports what happens in lines. */
  readonly exam: (onLine: (line: string) => void, signal: AbortSignal) => Promise<Report>;
  /** The command that starts the client; undefined: it comes to a port by itself. */
  readonly examCommand: string | undefined;
  /** The message for the user, without secrets; undefined for a fault of our own, which is printed. */
  readonly messageOf: (error: unknown) => string | undefined;
}

export interface Explained {
  readonly requirement: Requirement;
  readonly facts: readonly Fact[];
  readonly example: readonly string[];
}

export interface AskedVerification {
  readonly certificate: FolderFile;
  readonly evidence: FolderFile | undefined;
  readonly trust: FolderFile;
}
