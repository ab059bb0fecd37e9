import type { Lesson, Moment, SituationLesson } from "../situation.ts";

// What situations are made of: what a client has to do to meet one, and how it begins.

export const sends = "sends a request";
export const creates = "creates a pet";
export const reads = "reads a pet by its id";
export const lists = "lists pets or reads one";

/** What came with the request that is refused arrives before the refusal goes out. */
export const limitHoldMs = 60;

export function lesson(
  waitsFor: (moment: Moment) => boolean,
  begin: () => Lesson,
  holdMs = 0,
): { readonly lessons: readonly SituationLesson[] } {
  return { lessons: [{ waitsFor, begin, holdMs }] };
}
