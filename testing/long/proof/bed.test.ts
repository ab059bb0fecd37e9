import { judgeBed } from "#testing/proof/judge-bed.ts";

// The servers that testing/proof/proof.test.ts leaves.

judgeBed((nth) => nth % 12 !== 0);
