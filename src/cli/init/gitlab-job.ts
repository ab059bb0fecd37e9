import { Document, isNode } from "yaml";
import { isLocal, type JobFacts, jobCommands } from "./ci-job.ts";
import { reportPaths, reportsFolder, yamlText } from "./config-file.ts";

const comment = (
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
  document.commentBefore = comment(facts.config);
  if (isLocal(facts.target)) {
    const line = document.getIn(["petstore-conformance", "script", install.length], true);
    if (isNode(line)) line.commentBefore = " Start your server here, for example:\n - npm start &";
  }
  return yamlText(document);
}
