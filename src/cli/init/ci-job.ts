import { Document, isNode, Scalar } from "yaml";
import { reportPaths, reportsFolder, yamlText } from "./config-file.ts";

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

const gitlabComment = (
  config: string,
): string => ` Checks the service at the address in its command; the other options stand in ${config}. The key
 is the masked variable PETSTORE_API_KEY of this project (Settings, CI/CD, Variables); it is never written to a file.
 The job's stage is \`test\`, GitLab's default.`;

/** The text of a GitLab job: a `.gitlab-ci.yml` of its own, or a file to include. */
export function gitlabJob(facts: JobFacts): string {
  const { install, run } = jobCommands(facts);
  const job = {
    image: "node:24",
    // Two runs at once would share the key's rate limit.
    resource_group: "petstore-conformance",
    timeout: "20 minutes",
    script: [...install, run],
    artifacts: {
      when: "always",
      paths: [`${reportsFolder}/`],
      reports: { junit: reportPaths.junit },
    },
  };
  const document = new Document({ "petstore-conformance": job });
  document.commentBefore = gitlabComment(facts.config);
  if (isLocal(facts.target)) {
    const line = document.getIn(["petstore-conformance", "script", install.length], true);
    if (isNode(line)) line.commentBefore = " Start your server here, for example:\n - npm start &";
  }
  return yamlText(document);
}

const githubComment = (
  config: string,
): string => ` Checks the service at the address in its command; the other options stand in ${config}. The key
 is the secret PETSTORE_API_KEY of this repository (Settings, Secrets and variables, Actions); it is never written to a file.`;

/** The text of `.github/workflows/conformance.yml`. */
export function githubWorkflow(facts: JobFacts): string {
  const { install, run } = jobCommands(facts);
  const startsServer = isLocal(facts.target);
  const before = [
    { uses: pinned("actions/checkout", "3d3c42e5aac5ba805825da76410c181273ba90b1", "v7.0.1") },
    ...(facts.isInstalled ? [setupNode()] : []),
    ...install.map((command) => ({ run: command })),
  ];
  const steps = [
    ...before,
    { run, env: { PETSTORE_API_KEY: secret("PETSTORE_API_KEY") } },
    {
      uses: pinned("actions/upload-artifact", "bbbca2ddaa5d8feaa63e36b76fdaad77386f024f", "v7.0.0"),
      if: "always()",
      with: { name: reportsFolder, path: `${reportsFolder}/` },
    },
  ];
  const document = new Document({
    name: "conformance",
    on: {
      // A pull request can be tested only if the job starts the server itself.
      ...(startsServer && { pull_request: null }),
      push: { branches: ["main", "master"] },
      workflow_dispatch: null,
    },
    permissions: { contents: "read" },
    // Two runs at once would share the key's rate limit.
    concurrency: { group: "petstore-conformance" },
    jobs: {
      conformance: {
        // A pull request from a fork has no access to the secret.
        ...(startsServer && { if: "github.event.pull_request.head.repo.fork != true" }),
        "runs-on": "ubuntu-latest",
        "timeout-minutes": 20,
        ...(!facts.isInstalled && { env: variables(Object.values(executableVariables)) }),
        steps,
      },
    },
  });
  document.commentBefore = githubComment(facts.config);
  if (startsServer) {
    const step = document.getIn(["jobs", "conformance", "steps", before.length], true);
    if (isNode(step)) step.commentBefore = " Start your server here, for example:\n - run: npm start &";
  }
  return yamlText(document);
}

function setupNode(): object {
  const uses = pinned("actions/setup-node", "53b83947a5a98c8d113130e565377fae1a50d02f", "v6.3.0");
  return { uses, with: { "node-version": 24 } };
}

/** An action by its commit: the job has the key, and a tag can be moved to other code. */
function pinned(action: string, commit: string, version: string): Scalar<string> {
  const uses = new Scalar(`${action}@${commit}`);
  uses.comment = ` ${version}`;
  return uses;
}

function variables(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, `\${{ vars.${name} }}`]));
}

function secret(name: string): string {
  return `\${{ secrets.${name} }}`;
}
