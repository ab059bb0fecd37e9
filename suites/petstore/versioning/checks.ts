import { caseRef } from "#core/check/case.ts";
import { traceCheck } from "#core/check/check.ts";
import { versionSegment } from "#core/contract/contract.ts";
import { isPrivateHost } from "#core/exchange/transport/private-host.ts";
import { inconclusive, notApplicable } from "../reasons.ts";
import { inEveryRun } from "../shared/steps/named-steps.ts";

const theBaseAddress = caseRef("base-address", "the base address");

/** VERS-1. Subject: the base address. A local or private one may be laid out as its owner likes (ruling 24). */
export const baseAddress = traceCheck(
  "VERS-1",
  theBaseAddress,
  inEveryRun,
  ({ setting: { baseUrl }, contract, exchanges }, observe) => {
    const [first] = exchanges;
    if (first === undefined) return inconclusive("nothing-sent");
    const segment = versionSegment(contract);
    if (baseUrl.pathname.endsWith(segment)) return observe.held(first);
    if (isPrivateHost(baseUrl.hostname)) return notApplicable("private-address", { host: baseUrl.hostname });
    const mismatch = { seen: baseUrl.pathname, place: undefined };
    return observe.broken(first, `a base address that ends in ${segment}`, mismatch);
  },
);
