import { fuzz } from "./fuzz/fuzz.ts";

// testing/long/fuzz.test.ts has at least ten times as many, these among them.
fuzz({ judged: 300, answered: 300 });
