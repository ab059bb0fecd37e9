import { expect, test } from "vitest";
import type { Access, Contract, Operation, Parameter } from "#core/contract/contract.ts";
import { checkCredential, checkRequiredHeaders } from "./assemble.ts";

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

test.each<[string, Access, boolean]>([
  ["a bearer key", { kind: "bearer", alone: true }, true],
  ["no key", { kind: "public", stated: false }, true],
  ["OAuth 2", { kind: "other", schemes: ["login (oauth2)"], asToken: true }, true],
  ["HTTP basic", { kind: "other", schemes: ["users (HTTP basic)"], asToken: false }, false],
])("a document whose first operation takes %s", (_, access, isTested) => {
  const operation = { id: "listPets", access } as unknown as Operation;
  const check = () => checkCredential({ operations: new Map([["listPets", operation]]) }, "listPets");
  if (isTested) expect(check).not.toThrow();
  else expect(check).toThrow(/asks for users \(HTTP basic\) at listPets/);
});
