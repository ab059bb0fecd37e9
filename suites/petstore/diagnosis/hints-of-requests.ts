import type { Clues, Hint } from "./clues.ts";

const int64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n };

/** What is unusual about a body that was sent, where the status of its answer is wrong. */
export const sentBodies: readonly Hint[] = [
  {
    fits: (clues) => {
      const digits = /"categoryId"\s*:\s*(-?[0-9]+)\s*[,}]/.exec(bodySent(clues))?.[1];
      const isOutside = digits !== undefined && (BigInt(digits) < int64.least || BigInt(digits) > int64.most);
      return isOutside && isStatus(clues, (got) => got < 300);
    },
    likelyCause:
      "An integer that does not fit into 64 bits is accepted: it is read as a double or as a number of any size, or cut to 64 bits.",
    howToFix: "Reject a whole number below -2^63 or above 2^63 - 1 with 400, before it is converted.",
  },
  {
    fits: (clues) =>
      /\\u00[0-9a-f]{2}/i.test(bodySent(clues)) &&
      clues.symptom.isAllowed &&
      isStatus(clues, (got) => got >= 400),
    likelyCause:
      "A name or a value is written with an escape (\\u0061 for a), as JSON allows, and is not recognised: the body is looked through as text.",
    howToFix: "Read the body with a JSON parser, and validate what it gives.",
  },
];

function bodySent({ symptom: { exchange } }: Clues): string {
  return new TextDecoder().decode(exchange.request.body?.bytes);
}

function isStatus({ symptom: { aspect, got } }: Clues, fits: (got: number) => boolean): boolean {
  return aspect.of === "status" && got !== undefined && fits(got);
}
