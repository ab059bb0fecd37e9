/** What the jobs of every CI have in common. */
export interface JobFacts {
  /** Of this package. */
  readonly version: string;
  /** The folder's package.json depends on the package, and there is a lock file. */
  readonly isInstalled: boolean;
  /** The base address, which the job gives on its command line. */
  readonly target: URL;
  /** The name of the configuration file. */
  readonly config: string;
}

/** The commands of a job, in order. */
export function jobCommands({ version, isInstalled, target }: JobFacts): {
  readonly install: readonly string[];
  readonly run: string;
} {
  const call = isInstalled ? "npx --no petstore-conformance" : `npx --yes petstore-conformance@${version}`;
  return {
    install: isInstalled ? ["npm ci"] : [],
    run: `${call} run ${shellWord(target.href)}${isLocal(target) ? " --wait-for-ready 60" : ""}`,
  };
}

/** A text as one word of a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** True for an address of the machine itself: the job has to start what it checks. */
export function isLocal({ hostname }: URL): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
