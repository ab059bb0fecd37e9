import { playBed } from "../testing/reasons/play-bed.ts";

// Whether each reason and each finding is true, on every server of the bed, by the exchanges of its run.
// `node bench/reasons.ts [quick|standard|thorough]`: quick and standard, unless one is named.

const [named] = process.argv.slice(2);

for (const profile of ["quick", "standard", "thorough"] as const) {
  if (named === undefined ? profile === "thorough" : named !== profile) continue;
  const { servers, sentences, wrong } = await playBed(profile, () => true);
  process.stdout.write(
    `${profile}: ${servers} servers, ${sentences} verdicts with a reason or a finding; ${wrong.length} of them false\n`,
  );
  for (const problem of wrong) process.stdout.write(`  ${problem}\n`);
  if (wrong.length > 0) process.exitCode = 1;
}
