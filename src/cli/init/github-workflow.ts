import { Document, isNode } from "yaml";
import { executableVariables, isLocal, type JobFacts, jobCommands } from "./ci-job.ts";
import { reportsFolder, yamlText } from "./config-file.ts";

const comment = (
  config: string,
): string => ` Checks the service at the address in its command; the other options stand in ${config}. The key
 is the secret PETSTORE_API_KEY of this repository (Settings, Secrets and variables, Actions); it is never written to a file.`;

/** The text of `.github/workflows/conformance.yml`. */
export function githubWorkflow(facts: JobFacts): string {
  const { install, run } = jobCommands(facts);
  const startsServer = isLocal(facts.target);
  const before = [
    { uses: "actions/checkout@v4" },
    ...(facts.isInstalled ? [{ uses: "actions/setup-node@v4", with: { "node-version": 24 } }] : []),
    ...install.map((command) => ({ run: command })),
  ];
  const steps = [
    ...before,
    { run, env: { PETSTORE_API_KEY: secret("PETSTORE_API_KEY") } },
    {
      uses: "actions/upload-artifact@v4",
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
  document.commentBefore = comment(facts.config);
  if (startsServer) {
    const step = document.getIn(["jobs", "conformance", "steps", before.length], true);
    if (isNode(step)) step.commentBefore = " Start your server here, for example:\n - run: npm start &";
  }
  return yamlText(document);
}

function variables(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, `\${{ vars.${name} }}`]));
}

function secret(name: string): string {
  return `\${{ secrets.${name} }}`;
}
