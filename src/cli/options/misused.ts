import { UsageError } from "../../core/options/usage-error.ts";

/** A command line that makes no sense as it is. */
export function misused(what: string, remedy: string): UsageError {
  return new UsageError({ what, where: "command line", remedy });
}

/** @param example a command line without the name of the program */
export function lacksOperands(what: string, example: string): UsageError {
  return misused(what, `Write, for example, petstore-conformance ${example}.`);
}
