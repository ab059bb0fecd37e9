/** What the jobs of every CI have in common. */
export interface JobFacts {
  /** The folder's package.json depends on the package, and there is a lock file. */
  readonly isInstalled: boolean;
  /** The base address, which the job gives on its command line. */
  readonly target: URL;
  /** The name of the configuration file. */
  readonly config: string;
}

/** The variables of the repository that name the executable, where no package is installed. */
export const executableVariables = {
  url: "PETSTORE_CONFORMANCE_URL",
  sha256: "PETSTORE_CONFORMANCE_SHA256",
} as const;

/** Outside of the checkout, where nothing is in the way. */
const executable = "/tmp/petstore-conformance";

/**
 * The commands of a job, in order. What they run is what the lock file or a digest names: a name that npx would look for
 * in a registry could be anybody's, and the job has the key.
 */
export function jobCommands({ isInstalled, target }: JobFacts): {
  readonly install: readonly string[];
  readonly run: string;
} {
  const { url, sha256 } = executableVariables;
  return {
    install: isInstalled
      ? ["npm ci"]
      : [
          `curl --proto =https --fail --silent --show-error --location --output ${executable} "$${url}"`,
          `echo "$${sha256}  ${executable}" | sha256sum --check`,
          `chmod +x ${executable}`,
        ],
    run: `${isInstalled ? "npx --no -- petstore-conformance" : executable} run ${shellWord(target.href)}${isLocal(target) ? " --wait-for-ready 60" : ""}`,
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
