import { Document, isNode, Scalar } from "yaml";
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
  document.commentBefore = comment(facts.config);
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
