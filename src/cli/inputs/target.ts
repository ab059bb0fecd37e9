import { type GivenNames, readTarget } from "../../assembly/read-target.ts";
import { UsageError } from "../../core/options/usage-error.ts";
import { defaultFiles } from "../options/config.ts";

const names: GivenNames = {
  target: "BASE_URL",
  place: "command line",
  key: "PETSTORE_API_KEY or --api-key-file",
  allowInsecure: "--allow-insecure",
};

const example = "https://staging.example.com/v1";

/**
 * The error where no target is given: nothing may be green that checked nothing of the user's.
 * @param config the configuration file that was read, if any
 */
export function noTarget(config: string | undefined): UsageError {
  return new UsageError({
    what: "no target is given",
    where:
      config === undefined
        ? `the command line has no BASE_URL, and this folder has neither ${defaultFiles.join(" nor ")}`
        : `the command line has no BASE_URL, and ${config} has no base-url`,
    remedy: `Write petstore-conformance run ${example} with your address, or give --self to check the embedded reference server.`,
  });
}

/** The base address of the target as the command line has it; see `readTarget`. */
export function readBaseUrl(text: string, { allowInsecure }: { readonly allowInsecure: boolean }): URL {
  return readTarget(text, { allowInsecure, names });
}
