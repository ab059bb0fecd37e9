import { judgeBed } from "../proof/judge-bed.ts";

// The servers that testing/proof.test.ts leaves.

judgeBed((nth) => nth % 6 !== 0);
