import type { Tool } from "../tool.ts";
import { dredd } from "./dredd/dredd.ts";
import { ours } from "./ours.ts";
import { portman } from "./portman/portman.ts";
import { prism } from "./prism/prism.ts";
import { respect } from "./respect/respect.ts";
import { schemathesis } from "./schemathesis.ts";
import { specmatic } from "./specmatic.ts";
import { stepCi } from "./stepci.ts";

export const tools: readonly Tool[] = [ours, schemathesis, specmatic, respect, stepCi, portman, prism, dredd];
