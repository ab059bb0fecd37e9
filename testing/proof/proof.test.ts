import { judgeBed } from "./judge-bed.ts";

// Every twelfth server of the bed; testing/long/proof/bed.test.ts plays the others. `npm run record -- --check` plays all of them in
// thorough, and compares every generated file: CI runs all three.

judgeBed((nth) => nth % 12 === 0);
