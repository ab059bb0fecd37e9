import { fuzz } from "./fuzz/fuzz.ts";

// testing/long/fuzz.test.ts has ten times as many.
fuzz({ judged: 3000, read: 1000, answered: 300 });
