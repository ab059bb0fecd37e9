/** What the jobs of every CI have in common. */
export interface JobFacts {
  /** Of this package. */
  readonly version: string;
  /** The folder's package.json names the package, and there is a lock file to install it from. */
  readonly isInstalled: boolean;
  /** The target is the machine that the job runs on: the job has to start it. */
  readonly isLocal: boolean;
}

/** The commands of a job, in order: all but the last install something. */
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

/** Whether an address is that of the machine itself. */
export function isLocal({ hostname }: URL): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
