import type { Tool } from "../tool.ts";
import { dredd } from "./dredd/dredd.ts";
import { ours } from "./ours/ours.ts";
import { portman } from "./portman/portman.ts";
import { prism } from "./prism/prism.ts";
import { respect } from "./respect/respect.ts";
import { schemathesis } from "./schemathesis/schemathesis.ts";
import { specmatic } from "./specmatic/specmatic.ts";
import { stepCi } from "./stepci/stepci.ts";

export const tools: readonly Tool[] = [ours, schemathesis, specmatic, respect, stepCi, portman, prism, dredd];
