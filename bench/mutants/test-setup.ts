import { afterEach, inject } from "vitest";
import { installSwitches } from "./switches.ts";
import "./unit-tests.ts";

// What every file of tests in an instrumented copy begins with.

const switches = installSwitches(inject("mutants"));
afterEach(({ task }) => {
  const { meta } = task.file;
  meta.reached = [...new Set([...(meta.reached ?? []), ...switches.reached()])];
});
