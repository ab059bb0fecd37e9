import type { VNode } from "preact";

/** A section of the page that only one kind of report has. */
export interface Picture {
  readonly title: string;
  readonly content: VNode | readonly VNode[];
  /** What stands beside the title. */
  readonly aside?: string;
  /** A line until it is opened. */
  readonly isFolded: boolean;
}
