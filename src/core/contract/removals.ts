import type { Contract, OperationId } from "./contract.ts";
import type { CalendarDay, RemovalPhase } from "./days.ts";

/** Where a moment stands to the day on which each operation is removed; those without such a day are left out. */
export type Removals = Readonly<Partial<Record<OperationId, RemovalPhase>>>;

export function removalsOf(
  { operations }: Pick<Contract, "operations">,
  phaseOf: (sunset: CalendarDay) => RemovalPhase,
): Removals {
  const dated = [...operations.values()].flatMap(({ id, sunset }) =>
    sunset === undefined ? [] : [[id, phaseOf(sunset)] as const],
  );
  return Object.fromEntries(dated);
}
