import type { Requirement } from "../check/requirement.ts";
import type { Contract, FieldSchema, Operation } from "../contract/contract.ts";
import { createOwnWords, type OwnWords } from "../secrets/placeholders.ts";
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
  return createOwnWords([
    ...[...ofHttp, ...ofHttp.map((text) => text.toLowerCase())],
    ...wordsOf(contract.operations),
    ...requirements.flatMap(({ id, slug }) => [id, slug]),
    ...[`conformance-${options.runId}-`, baseUrl.host, baseUrl.hostname],
  ]);
}

/** What the document calls things: paths, names, and the texts that it enumerates. */
export function wordsOf(operations: Contract["operations"]): readonly string[] {
  return [...operations.values()].flatMap(wordsOfOperation);
}

function wordsOfOperation({ path, parameters, body, success, answer, refusal }: Operation): string[] {
  const bodies = [body, success === undefined ? undefined : answer(success), refusal];
  return [
    path,
    ...parameters.flatMap(({ name, field }) => [name, ...textsIn(field)]),
    ...bodies.flatMap((schema) =>
      [...(schema?.shape.properties ?? [])].flatMap(([name, field]) => [name, ...textsIn(field)]),
    ),
  ];
}

function textsIn({ enum: values = [] }: FieldSchema): string[] {
  return values.filter((value) => typeof value === "string");
}
