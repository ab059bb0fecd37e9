import type { Reason } from "../check/results/unresolved.ts";
import type { Suite } from "../check/suite.ts";
import { type ConcludeInput, concludeRecorded, notRecorded, type UnsentStep } from "../run/conclude-run.ts";
import { type KeptEntry, readKept } from "../run/journal/journal.ts";
import { type RunOptions, runOptions } from "../run/options.ts";
import type { PlayInput } from "../run/plan/selection.ts";
import type { Run } from "../run/result.ts";
import type { Redacted } from "../secrets/redacted.ts";
import { type JudgedBy, judgedBy, type RecordedVerdict, type Recording } from "./recording.ts";

interface VerdictChange {
  readonly id: string;
  /** `absent`: the suite of then, or of now, does not have it. */
  readonly before: string;
  readonly now: string;
  /** Why it is what it is now, or what was seen. */
  readonly reason: Reason | undefined;
  readonly seen: string | undefined;
}

/** How what is found now differs from what was found when it was recorded. */
export interface ChangesSince {
  /** What has changed since it was recorded: `the suite`, `the document`, `--plan` … */
  readonly differences: readonly string[];
  /** None where the recording ends before the verdicts of the run. */
  readonly changes: readonly VerdictChange[];
}

export interface JudgedAgain extends ChangesSince {
  readonly run: Redacted<Run>;
  readonly options: RunOptions;
  /** What would be sent now, and is not in the recording. */
  readonly unsent: readonly UnsentStep[];
  readonly isCut: boolean;
}

/** Judges a recording, and compares with what the run itself found. Pure. */
export async function judgeAgain(
  recording: Recording,
  { isCut, ...input }: PlayInput & { readonly isCut: boolean },
): Promise<JudgedAgain> {
  const { options, contract, requirements, suite } = input;
  const then = recording.judgedBy;
  const now = judgedBy(contract, requirements);
  const [settings, others] = declaredAnew(recording.start.options, options, suite);
  const differences = [...differencesOf(then, now, settings), ...others];
  const run = await judgeRecording(recording.kept, { ...input, asThen: differences.length === 0 });
  const changes = changesOf(recording.verdicts, run.verdicts);
  const unsent = differences.length === 0 ? [] : notRecorded(readKept(recording.kept), input);
  return { run, options, differences, changes, unsent, isCut };
}

/** @param settings those of the suite that are declared otherwise now */
export function differencesOf(then: JudgedBy, now: JudgedBy, settings: readonly string[] = []): string[] {
  const declared = [
    ...settings,
    ...(then.version === now.version ? [] : [`the suite, ${then.version} then and ${now.version} now`]),
    ...(then.document.digest === now.document.digest
      ? []
      : [`the document, ${then.document.source} then and ${now.document.source} now`]),
  ];
  // Each of these changes what requirements say, too.
  if (declared.length > 0 || then.catalogue === now.catalogue) return declared;
  return ["the catalogue of requirements"];
}

/** The declarations that may differ from those of the recorded run, as options of the command line. */
function declaredAnew(
  then: RunOptions,
  now: RunOptions,
  { settings }: Suite,
): readonly [ofSuite: readonly string[], others: readonly string[]] {
  const declared = Object.entries(settings).map(
    ([key, { name }]) => [name, then.declared[key], now.declared[key]] as const,
  );
  const own = (["rateLimit", "now", "strict"] as const).map(
    (key) => [runOptions[key].name, then[key], now[key]] as const,
  );
  const changed = (all: readonly (readonly [name: string, before: unknown, after: unknown])[]) =>
    all.flatMap(([name, before, after]) =>
      JSON.stringify(before) === JSON.stringify(after) ? [] : [`--${name}`],
    );
  return [changed(declared), changed(own)];
}

export function changesOf(
  recorded: readonly RecordedVerdict[] | undefined,
  verdicts: Run["verdicts"],
): VerdictChange[] {
  if (recorded === undefined) return [];
  const before = new Map(recorded.map((verdict) => [verdict.id, verdict.verdict]));
  const after = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [then, found] = [before.get(id) ?? "absent", after.get(id)];
    const to = found?.verdict ?? "absent";
    if (then === to) return [];
    return [{ id, before: then, now: to, reason: found?.reason, seen: found?.findings[0]?.seen }];
  });
}

/** The run that a recording shows, concluded from it alone. */
export function judgeRecording(kept: readonly KeptEntry[], input: ConcludeInput): Promise<Redacted<Run>> {
  return concludeRecorded(readKept(kept), input);
}
