import type { StepRef } from "#core/check/case.ts";
import type { Check } from "#core/check/check.ts";
import type { Step } from "#core/check/inputs/step.ts";
import { requirementName } from "#core/check/requirement.ts";
import { isUnresolved } from "#core/check/results/unresolved.ts";
import { stepTable } from "#core/run/plan/plan.ts";
import { reasonInWords } from "#report/words/why-in-words.ts";
import { loadCatalogue } from "#suites/catalogue.ts";
import { suite } from "#suites/registry.ts";
import { contract, create, factsOf, pet, pets } from "./sample-evidence.ts";

// What a run sends to everybody's servers, and what it promises to show, change on purpose only: the committed tables
// are compared with these, and the difference says what a change did.

/** A run that has seen pets of every kind, and created one. */
const facts = factsOf([
  { body: [...pets(3, "available"), pet(2n ** 53n + 1n, "sold"), pet(0)] },
  create("create", 9, "available"),
]);

function stepInWords(step: Step): string {
  const {
    label,
    profile,
    requires = [],
    waitsFor = [],
    effect,
    phase,
    expectedValidity,
    retryUntil,
    fallback,
  } = step;
  const words = [
    profile,
    ...(requires.length === 0 ? [] : [`requires ${requires.map(labelOf).join(", ")}`]),
    ...(waitsFor.length === 0
      ? []
      : [`waits for ${waitsFor.length}, the first of them ${waitsFor[0]?.label}`]),
    ...(effect === undefined ? [] : [`effect ${effect}`]),
    ...(phase === undefined ? [] : [phase]),
    ...(expectedValidity === undefined ? [] : [expectedValidity]),
    ...(retryUntil === undefined ? [] : ["read again while it may lag"]),
    ...(fallback === undefined ? [] : ["may be sent otherwise"]),
  ];
  return `${label}\n  ${words.join("; ")}\n  ${requestInWords(step)}\n`;
}

function requestInWords({ request, atMost }: Step): string {
  const asked = request(facts);
  if ("series" in asked)
    return `a series of at most ${atMost?.requests} requests, which create ${atMost?.creates} pets`;
  if (isUnresolved(asked)) return `not sent (${asked.kind}): ${reasonInWords({ ...asked }, suite.words)}`;
  const { method, path, query = [], credential, body } = asked;
  const text = body === undefined ? "" : JSON.stringify(Buffer.from(body.bytes).toString("latin1"));
  const parts = [
    `${method} ${path}${query.length === 0 ? "" : `?${query.map((pair) => pair.join("=")).join("&")}`}`,
    ...(credential.kind === "valid" ? [] : [credential.kind === "none" ? "no key" : credential.value]),
    ...(body === undefined ? [] : [`${body.contentType ?? "no label"}, ${body.bytes.length} bytes`]),
    ...(text === "" ? [] : [text.length > 300 ? `${text.slice(0, 150)}…${text.slice(-40)}` : text]),
  ];
  return parts.join(" | ");
}

function checkInWords(check: Check): string {
  const lines =
    check.kind === "scenario"
      ? check.cases(contract).map(({ step, case: own, needs = [], expect: { kind, words }, ...rest }) => {
          const controls = "control" in rest ? [rest.control].flat() : [];
          const control = controls
            .map((c) => `${[c.step].flat().map(labelOf).join(" or ")} ${c.words}`)
            .join("; or ");
          return [
            `${step.label}${own === undefined ? "" : ` as ${own.label}`}: ${kind}, ${words}`,
            ...(control === "" ? [] : [`control: ${control}`]),
            ...(needs.length === 0
              ? []
              : [`needs ${needs.length} others, the last of them ${needs.at(-1)?.label}`]),
          ].join(" | ");
        })
      : check.promises(contract).map(({ case: { label: name }, profile, from }) => {
          return `${name}: ${profile}, from ${from.length} steps, the first of them ${from[0]?.label}`;
        });
  return [`${check.about}, ${check.kind}`, ...lines.map((line) => `  ${line}`), ""].join("\n");
}

/** What is sent, step by step. */
export function stepsInWords(): string {
  return [...stepTable(suite, contract).values()].map(stepInWords).join("\n");
}

/** What each requirement is named, and what its check promises, case by case. */
export function promisesInWords(): string {
  const named = loadCatalogue(contract).map((requirement) => `${requirementName(requirement)}\n`);
  return [`every id with its slug, both stable\n${named.join("")}`, ...suite.checks.map(checkInWords)].join(
    "\n",
  );
}

function labelOf({ label }: StepRef): string {
  return label;
}
