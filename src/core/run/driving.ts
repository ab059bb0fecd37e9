import type { StepRef } from "../check/case.ts";
import type { Requirement } from "../check/requirement.ts";
import type { Suite } from "../check/suite.ts";
import type { Contract } from "../contract/contract.ts";
import type { Clock } from "../exchange/clock/clock.ts";
import type { Gate } from "../exchange/pacing/gate.ts";
import type { Journal } from "./journal/journal.ts";
import type { Trace } from "./journal/trace.ts";
import type { RunOptions } from "./options.ts";
import type { PlanProgress } from "./plan/plan-progress.ts";
import type { RunEvent } from "./result.ts";
import type { CreateCap } from "./sending/create-cap.ts";
import type { Sender } from "./sending/sender.ts";

export interface Driving {
  readonly contract: Contract;
  readonly suite: Suite;
  readonly options: RunOptions;
  readonly clock: Clock;
  readonly baseUrl: URL;
  /** Aborted when the run ends early. */
  readonly signal: AbortSignal;
  readonly gate: Gate;
  readonly trace: Trace;
  readonly sender: Sender;
  readonly creates: CreateCap;
  /** The requirements whose cases are sent. */
  readonly sent: readonly Requirement[];
  readonly progress: PlanProgress;
  readonly journal: Journal;
  readonly onEvent: (event: RunEvent) => void;
  /** Called once for each step, when it has its last answer, or when it is known that nothing is sent. */
  readonly onSettled: (step: StepRef) => void;
  readonly onError: (where: string, error: unknown) => void;
}
