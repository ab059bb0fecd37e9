import type { FindingRounds } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import type { RoundLimit, Rounds } from "#core/run/result.ts";

const ends: Readonly<Record<RoundLimit | "cut-short", string>> = {
  rounds: "",
  for: "",
  "max-duration": "; the time that `--max-duration` leaves is too short for another",
  "max-requests": "; the requests that `max-requests` leaves are too few for another",
  "cut-short": "; the run was cut short",
};

/** How many rounds were played, and why no more were. */
export function roundsInWords({ asked, played, endedBy }: Rounds): string {
  const of =
    asked === undefined ? counted(played.length, "round") : `${played.length} of ${counted(asked, "round")}`;
  return `${of} played${ends[endedBy]}`;
}

/** The chance that these rounds missed an intermittent fault; undefined where no must passed. */
export function missedInWords({ missed }: Rounds): string | undefined {
  if (missed === undefined) return undefined;
  const { weakest, median } = missed;
  const { id, answers, chance } = weakest;
  const ofWeakest = `${percent(chance)} % by ${id}, the must judged on the fewest (${counted(answers, "answer")})`;
  return `a fault that spoils one answer in three had a chance of ${percent(median.chance)} % to be missed by ${median.id}, the median must (${counted(median.answers, "answer")}), and of ${ofWeakest}`;
}

/** Two significant digits: 13, 0.4, 0.0032; never 0, since no chance is. */
function percent(chance: number): string {
  const value = chance * 100;
  return value >= 1
    ? value.toFixed(0)
    : value < 0.0001
      ? "under 0.0001"
      : String(Number(value.toPrecision(1)));
}

/** In which rounds a case failed, and what it got in the others; undefined where it failed in all. */
export function differenceInWords({ broke, held, otherwise }: FindingRounds): string | undefined {
  if (held.length === 0) return undefined;
  const rounds = (some: readonly number[]) =>
    `${some.length === 1 ? "round" : "rounds"} ${some.slice(0, mostRounds).join(", ")}${some.length > mostRounds ? " and later ones" : ""}`;
  const other = otherwise === undefined ? "" : `: got ${otherwise.seen} (exchange ${otherwise.exchange})`;
  return `failed in ${rounds(broke)}; passed in ${rounds(held)}${other}`;
}

const mostRounds = 10;
