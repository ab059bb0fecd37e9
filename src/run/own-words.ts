import type { Requirement } from "../check/requirement.ts";
import type { Contract, ObjectShape } from "../contract/contract.ts";
import { createOwnWords, type OwnWords } from "../secrets/own-words.ts";
import type { RunStart } from "./journal.ts";

/** Header fields and values that judging reads, and that every service writes. */
const ofHttp = [
  ...["Content-Type", "Content-Length", "Content-Encoding", "Transfer-Encoding", "Retry-After", "Location"],
  ...["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "WWW-Authenticate", "Deprecation"],
  ...["Cache-Control", "Connection", "keep-alive", "Set-Cookie", "Authorization", "Bearer realm="],
  ...["application/json; charset=utf-8", "application/json;charset=utf-8", "application/problem+json"],
  ...["application/xhtml+xml", "text/html; charset=utf-8", "text/plain; charset=utf-8"],
  ...["<!DOCTYPE html>", "<!doctype html>"],
];

/** The words that this suite and a service that is right have to write, whatever the key is. */
export function ownWords(
  contract: Contract,
  requirements: readonly Requirement[],
  { baseUrl, options }: Pick<RunStart, "baseUrl" | "options">,
): OwnWords {
  const { newPet, pet, error, operations, statuses } = contract;
  return createOwnWords([
    ...[...ofHttp, ...ofHttp.map((text) => text.toLowerCase())],
    ...[...statuses, ...[newPet, pet, error].flatMap(namesIn)],
    ...[...operations.values()].flatMap(({ path, parameters }) => [
      path,
      ...parameters.map(({ name }) => name),
    ]),
    ...requirements.flatMap(({ id, slug }) => [id, slug]),
    ...[`conformance-${options.runId}-`, baseUrl.host, baseUrl.hostname],
  ]);
}

function namesIn({ properties }: ObjectShape): string[] {
  return [...properties].flatMap(([name, field]) => [
    name,
    ...(field.enum ?? []).flatMap((value) => (typeof value === "string" ? [value] : [])),
  ]);
}
