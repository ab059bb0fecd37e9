import { test } from "vitest";
import { endsWhateverComes } from "#testing/fuzz/any-answers.ts";
import { fuzz } from "#testing/fuzz/fuzz.ts";

fuzz({ judged: 30_000, answered: 3000 });

test("a run ends, whatever is answered in place of the service", () => endsWhateverComes(150));
