import type { Control, RefusalCase } from "../../src/core/check/check.ts";
import type { Permission } from "../../src/core/check/expectation.ts";
import { type Generators, generating } from "../../src/core/check/generate.ts";
import { stepRef } from "../../src/core/check/step.ts";
import { isUnresolved } from "../../src/core/check/unresolved.ts";
import type { Parameter } from "../../src/core/contract/contract.ts";
import type { Subject } from "./family.ts";
import { sideOf } from "./parameter-values.ts";
import { variantOf } from "./requests.ts";
import { isWriting } from "./tested-operation.ts";

/** How many values are drawn for one parameter. */
const runs = 6;

/** In thorough: values that the document does not allow, drawn from the seed. No generated value is sent with a write. */
export function generatedOutside(
  subject: Subject,
  parameter: Parameter,
  expect: Permission,
  control: Control,
): readonly RefusalCase[] {
  const { operation, area, base } = subject;
  if (isWriting(operation) || parameter.in === "path") return [];
  const step = generating<string>(
    {
      ...stepRef(`${area}/generated/${parameter.name}`, `${area}, generated ${parameter.name}`),
      profile: "thorough",
      priority: "rare",
      requires: [base],
    },
    {
      runs,
      inputs: (fc) => outside(fc, parameter),
      holds: async (value, ask, facts) => {
        const asked = variantOf(subject, facts, { parameter, value });
        if (isUnresolved(asked)) return true;
        const answer = await ask(() => asked);
        return answer === undefined || expect.mismatch(answer, facts) === undefined;
      },
    },
    { requests: runs, creates: 0 },
  );
  return [{ step, control, expect }];
}

/** Numbers beyond the bounds by any distance, and words. */
function outside(fc: Generators, parameter: Parameter) {
  const { types = [] } = parameter.field;
  const numbers = types.some((type) => type === "integer" || type === "number");
  const words = fc.string({ minLength: 1, maxLength: 16, unit: "grapheme-ascii" });
  const texts = numbers ? fc.oneof(fc.bigInt(-(2n ** 40n), 2n ** 40n).map(String), words) : words;
  return texts.filter((text) => text.trim() !== "" && sideOf(parameter, text) === "outside");
}
