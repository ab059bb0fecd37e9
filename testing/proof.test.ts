import { judgeBed } from "./proof/judge-bed.ts";

// Every sixth server of the bed; testing/long/bed.test.ts plays the others. `npm run record -- --check` plays all of them in
// thorough, and compares every generated file: CI runs all three.

judgeBed((nth) => nth % 6 === 0);
