import { Document, stringify } from "yaml";
import { quoted } from "../../report/curl.ts";

/** The folder for reports in the written configuration and in .gitignore. */
export const reportsFolder = "conformance-reports";

/** The reports of the written configuration, by their formats. */
export const reportPaths = {
  html: `${reportsFolder}/report.html`,
  json: `${reportsFolder}/report.json`,
  junit: `${reportsFolder}/report.xml`,
} as const;

export interface Answers {
  readonly target: URL;
  /** The key may be sent over plain http to a public host. */
  readonly allowInsecure: boolean;
  readonly ci: string;
  readonly profile: string;
}

const comment = ` yaml-language-server: $schema=./node_modules/petstore-conformance/dist/src/cli/options/config.schema.json
 Options of \`petstore-conformance run\` by their names; \`run --help\` lists them all. The key is not
 one of them: it comes from PETSTORE_API_KEY.`;

export function configText({ target, allowInsecure, profile }: Answers): string {
  const document = new Document({
    "base-url": target.href,
    ...(allowInsecure && { "allow-insecure": true }),
    profile,
    report: Object.entries(reportPaths).map(([format, path]) => `${format}=${path}`),
  });
  document.commentBefore = comment;
  // One line per value, however long: a folded URL would be hard to read.
  return document.toString({ lineWidth: 0 });
}

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
    run: `${isInstalled ? "npx --no -- petstore-conformance" : executable} run ${/^[\w:/.-]+$/.test(target.href) ? target.href : quoted(target.href)}${isLocal(target) ? " --wait-for-ready 60" : ""}`,
  };
}

/** True for an address of the machine itself: the job has to start what it checks. */
export function isLocal({ hostname }: URL): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** The text of a GitLab job: a `.gitlab-ci.yml` of its own, or a file to include. */
export function gitlabJob(facts: JobFacts): string {
  // One resource group: two runs at once would share the key's rate limit.
  return `# Checks the service at the address in its command; the other options stand in ${facts.config}. The key
# is the masked variable PETSTORE_API_KEY of this project (Settings, CI/CD, Variables); it is never written to a file.
# The job's stage is \`test\`, GitLab's default.

petstore-conformance:
  image: node:24
  resource_group: petstore-conformance
  timeout: 20 minutes
  script:
${commandItems(facts, "    - ")}
  artifacts:
    when: always
    paths:
      - ${reportsFolder}/
    reports:
      junit: ${reportPaths.junit}
`;
}

/**
 * The text of `.github/workflows/conformance.yml`. It names each action by its commit: the job has the key, and a tag can be
 * moved to other code.
 */
export function githubWorkflow(facts: JobFacts): string {
  const isHere = isLocal(facts.target);
  // A pull request can be tested only if the job starts the server itself; one from a fork has no access to the secret.
  const [onPull, unlessForked] = isHere
    ? ["\n  pull_request:", "\n    if: github.event.pull_request.head.repo.fork != true"]
    : ["", ""];
  const variables = Object.values(executableVariables).map((name) => `\n      ${name}: \${{ vars.${name} }}`);
  const [env, setupNode] = facts.isInstalled
    ? [
        "",
        "\n      - uses: actions/setup-node@53b83947a5a98c8d113130e565377fae1a50d02f # v6.3.0\n        with:\n          node-version: 24",
      ]
    : [`\n    env:${variables.join("")}`, ""];
  return `# Checks the service at the address in its command; the other options stand in ${facts.config}. The key
# is the secret PETSTORE_API_KEY of this repository (Settings, Secrets and variables, Actions); it is never written to a file.

name: conformance
on:${onPull}
  push:
    branches:
      - main
      - master
  workflow_dispatch:
permissions:
  contents: read
concurrency:
  group: petstore-conformance
jobs:
  conformance:${unlessForked}
    runs-on: ubuntu-latest
    timeout-minutes: 20${env}
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1${setupNode}
${commandItems(facts, "      - run: ")}
        env:
          PETSTORE_API_KEY: \${{ secrets.PETSTORE_API_KEY }}
      - uses: actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f # v7.0.0
        if: always()
        with:
          name: ${reportsFolder}
          path: ${reportsFolder}/
`;
}

/** The commands as items of a list, the run last; before it the place where a server of this machine is started. */
function commandItems(facts: JobFacts, before: string): string {
  const { install, run } = jobCommands(facts);
  const item = (command: string) => before + stringify(command, { lineWidth: 0 }).trimEnd();
  const [, indent = "", dash = ""] = /^( *)(.*)$/.exec(before) ?? [];
  const start = ["Start your server here, for example:", `${dash}npm start &`];
  const comment = isLocal(facts.target) ? start.map((line) => `${indent}# ${line}`) : [];
  return [...install.map(item), ...comment, item(run)].join("\n");
}
