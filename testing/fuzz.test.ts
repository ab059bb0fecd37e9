import { fuzz } from "./fuzz/fuzz.ts";

// testing/long/fuzz.test.ts has at least ten times as many.
fuzz({ judged: 500, read: 300, answered: 300 });
