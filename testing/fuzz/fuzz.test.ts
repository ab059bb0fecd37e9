import { test } from "vitest";
import { endsWhateverComes } from "./any-answers.ts";
import { fuzz } from "./fuzz.ts";

// testing/long/hostile/fuzz.test.ts has at least ten times as many, these among them.
fuzz({ judged: 300, answered: 300 });

test("a run ends, whatever is answered in place of the service", () => endsWhateverComes(15));
