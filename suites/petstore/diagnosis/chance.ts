/** Where it is less probable than this that a random draw has none of the marked ones, chance is hardly why it has none. */
const seldom = 0.05;

/** True where so many of all are marked that it can hardly be chance that none of those drawn is. */
export function isHardlyChance({
  all,
  marked,
  drawn,
}: {
  readonly all: number;
  readonly marked: number;
  readonly drawn: number;
}): boolean {
  let chance = 1;
  for (let i = 0; i < drawn; i += 1) chance *= Math.max(0, all - marked - i) / (all - i);
  return chance < seldom;
}
