import { type StepRef, stepRef } from "#core/check/case.ts";
import { type Check, runCheck } from "#core/check/check.ts";
import { type Facts, statusClass } from "#core/check/facts.ts";
import type { Step } from "#core/check/inputs/step.ts";
import type { Requirement } from "#core/check/requirement.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import { exchangeInWords } from "#core/check/results/words.ts";
import type { PositiveControl, Suite } from "#core/check/suite.ts";
import type { Operation } from "#core/contract/contract.ts";
import type { SpecPlace } from "#core/contract/reading/spec-error.ts";
import { accessFamily } from "./access.ts";
import { type Addition, additionFamilies } from "./additions.ts";
import { answerFamilies, rateFamily } from "./answers.ts";
import {
  everyAnswer,
  type Family,
  isFamily,
  isJudged,
  isOf,
  isServedBy,
  type Subject,
  type Untestable,
} from "./family.ts";
import { parameterFamilies } from "./parameters.ts";
import { untested } from "./reasons.ts";
import { notServed, requestOf } from "./requests.ts";
import {
  type Askable,
  areaOf,
  effectOf,
  isWriting,
  type SourcesOf,
  sourcesAmong,
  usersOf,
  whyLeftOut,
} from "./sources.ts";

interface Asked {
  /** Those with another method than GET that may be sent (`--operations`), by their names in the document. */
  readonly operations: readonly string[];
  /** The names of the headers that `--header` gives, in lower case. */
  readonly headers: readonly string[];
  /** Operations that other requirements are about, with the step that shows what there is. */
  readonly showing: readonly Askable[];
  readonly additions?: readonly Addition[];
  /** True where the service has rate limits as the pet store has them (ruling 19). */
  readonly hasRateHeaders: boolean;
}

/** What is made of the operations of a document: a part of a suite. */
export interface DocumentPart {
  readonly requirements: readonly Requirement[];
  readonly checks: readonly Check[];
  readonly positiveControls: Suite["positiveControls"];
  readonly steps: readonly Step[];
  readonly operations: readonly OperationMade[];
}

export interface OperationMade {
  readonly subject: Subject;
  readonly families: readonly Family[];
  readonly untestable: readonly Untestable[];
  /** Other requirements are about the operation itself. */
  readonly isAddition?: true;
}

export function documentPart(operations: readonly Operation[], asked: Asked): DocumentPart {
  const leftOut = new Map(
    operations.map((operation) => [operation, whyLeftOut(operation, asked.operations, asked.headers)]),
  );
  const sent = operations.filter((operation) => leftOut.get(operation) === undefined);
  const sourcesOf = sourcesAmong([
    ...sent.map((operation) => ({ operation, step: stepRef(areaOf(operation)) })),
    ...asked.showing,
  ]);
  const own = operations.map((operation) => {
    const waitsFor = usersOf(operation, sent);
    return operationMade(subjectOf(operation, sourcesOf, leftOut.get(operation), waitsFor), asked);
  });
  const made = [...(asked.additions ?? []).map((one) => additionMade(one, sourcesOf)), ...own];
  const subjectsOf = (all: readonly OperationMade[]) =>
    all.map(({ subject }) => subject).filter((subject) => subject.leftOut === undefined);
  return {
    operations: made,
    requirements: made.flatMap(requirementsOf),
    checks: made.flatMap(checksOf),
    steps: subjectsOf(made).map(({ base }) => base),
    positiveControls: Object.fromEntries(
      subjectsOf(own).map((subject) => [subject.operation.id, controlOf(subject)]),
    ),
  };
}

function additionMade(added: Addition, sourcesOf: SourcesOf): OperationMade {
  // Its control is sent without them, also where `--input` names one.
  const parameters = added.operation.parameters.filter((one) => !added.parameters.includes(one));
  const operation = { ...added.operation, parameters };
  const leftOut = isWriting(operation) ? untested("added-to-write") : undefined;
  const subject = subjectOf(operation, sourcesOf, leftOut);
  return { subject, families: additionFamilies(subject, added), untestable: [], isAddition: true };
}

function operationMade(subject: Subject, { hasRateHeaders }: Asked): OperationMade {
  const made = [
    ...answerFamilies(subject),
    accessFamily(subject),
    ...parameterFamilies(subject),
    ...(hasRateHeaders ? [rateFamily(subject)] : []),
  ];
  return {
    subject,
    families: made.filter(isFamily),
    untestable: made.flatMap((one) => (isFamily(one) ? [] : [one])),
  };
}

function subjectOf(
  operation: Operation,
  sourcesOf: SourcesOf,
  leftOut: Unresolved | undefined,
  waitsFor: readonly StepRef[] = [],
): Subject {
  const area = areaOf(operation);
  const sources = operation.parameters
    .filter(({ required }) => required)
    .flatMap((parameter) => sourcesOf(operation, parameter));
  const base: Step = {
    ...stepRef(area),
    profile: isWriting(operation) ? "standard" : "quick",
    requires: [...new Map(sources.map(({ step }) => [step.id, step] as const)).values()],
    ...(waitsFor.length > 0 && { waitsFor }),
    ...effectOf(operation),
    ...(operation.method === "POST" && { effect: "create" }),
    asks: operation.id,
    request: (facts) => requestOf(subject, facts),
  };
  const subject: Subject = { operation, sourcesOf, area, leftOut, base };
  return subject;
}

/** The valid request was served. */
function controlOf(subject: Subject): PositiveControl {
  return {
    steps: [subject.base],
    missing: (facts) =>
      facts.exchanges.some(
        (exchange) => isJudged(exchange, subject, facts) && isServedBy(subject.operation, exchange),
      )
        ? undefined
        : (facts.notSent(subject.base) ?? notServed(subject.operation, facts.all(subject.base).at(-1))),
  };
}

function requirementsOf({ subject, families }: OperationMade): readonly Requirement[] {
  const { operation, area } = subject;
  const isStable = operation.stability === undefined;
  return families.map(({ name, level, text, place }) => ({
    id: `${area}/${name}`,
    slug: `${name.replaceAll("/", "-")}-of-${area.slice("OP:".length)}`,
    area,
    level: isStable ? (level ?? "must") : "should",
    group: "document",
    clause: clauseOf(place),
    places: [clauseOf(place)],
    rulings: isStable ? [34] : [34, 35],
    operations: [operation.id],
    text,
  }));
}

/** `openapi.yaml, line 41: /paths/~1categories/get/responses`. */
function clauseOf({ file, line, pointer }: SpecPlace): string {
  const name = file.split("/").at(-1) ?? file;
  return `${name}${line === undefined ? "" : `, line ${line}`}: ${pointer ?? ""}`;
}

function checksOf({ subject, families }: OperationMade): readonly Check[] {
  const { area, leftOut } = subject;
  return families.flatMap(({ name, checks }) => {
    const about = `${area}/${name}`;
    if (leftOut === undefined) return checks(about);
    // Nothing is sent; what is true of every exchange holds in the traffic of others.
    const unsent = runCheck(about, everyAnswer, { profile: "quick", from: [] }, () => leftOut);
    return [...checks(about).filter(({ kind }) => kind === "invariant"), unsent];
  });
}

/** What was written by operations that only the document has: nobody else lists it. */
export function writtenNotes(
  operations: readonly OperationMade[],
  { exchanges, contract }: Facts,
): readonly string[] {
  const writing = operations.filter(
    ({ subject: { operation, leftOut } }) => isWriting(operation) && leftOut === undefined,
  );
  return writing.flatMap(({ subject }) =>
    exchanges
      // A 4xx stores nothing.
      .filter((one) => isOf(one, subject, contract) && statusClass(one) !== 4)
      .map(
        (one) =>
          `written by ${subject.area}: ${one.request.method} ${one.request.path} got ${exchangeInWords(one)}`,
      ),
  );
}
