import { expect, test } from "vitest";
import type { Contract, Operation, Parameter } from "../core/contract/contract.ts";
import { checkRequiredHeaders } from "./required-headers.ts";

function requiring(...parameters: readonly Partial<Parameter>[]): Pick<Contract, "operations"> {
  const operation = { id: "listPets", parameters } as unknown as Operation;
  return { operations: new Map([["listPets", operation]]) };
}

test("a header or cookie that the document requires of a known operation has to be given", () => {
  const header = requiring({ name: "X-Store", in: "header", required: true });
  expect(() => checkRequiredHeaders(header, [])).toThrow(/the header parameter X-Store of listPets/);
  expect(() => checkRequiredHeaders(header, [["x-store", "main"]])).not.toThrow();
  const cookie = requiring({ name: "session", in: "cookie", required: true });
  expect(() => checkRequiredHeaders(cookie, [["X-Store", "main"]])).toThrow(
    /--header Cookie='session=VALUE'/,
  );
  const optional = requiring({ name: "X-Store", in: "header", required: false });
  expect(() => checkRequiredHeaders(optional, [])).not.toThrow();
});
