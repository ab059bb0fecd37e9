/** What the jobs of every CI have in common. */
export interface JobFacts {
  /** Of this package. */
  readonly version: string;
  /** The folder's package.json depends on the package, and there is a lock file. */
  readonly isInstalled: boolean;
  /** The target is on the machine that runs the job, so the job has to start it. */
  readonly isLocal: boolean;
}

/** The commands of a job, in order. */
export function jobCommands({ version, isInstalled, isLocal }: JobFacts): {
  readonly install: readonly string[];
  readonly run: string;
} {
  const call = isInstalled ? "npx --no petstore-conformance" : `npx --yes petstore-conformance@${version}`;
  return {
    install: isInstalled ? ["npm ci"] : [],
    run: `${call} run${isLocal ? " --wait-for-ready 60" : ""}`,
  };
}

/** True for an address of the machine itself. */
export function isLocal({ hostname }: URL): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
