import { expect, test } from "vitest";
import type { ClientExchange } from "../../../src/core/check/session.ts";
import { loadContract } from "../../petstore/document.ts";
import { checks } from "./checks.ts";

const contract = await loadContract();

function request(target: string, text: string): ClientExchange {
  return {
    ...{ id: 1, method: "GET", target, sentAtMs: 0, endedAtMs: 1, headers: [] },
    ...{ body: new Uint8Array(), bodyBytes: 0, origin: "service", connection: 1, situation: undefined },
    outcome: { kind: "answer", status: 200, headers: [], body: Buffer.from(text) },
  };
}

/** What is found of a read of this id, after a list with that one. */
function found(given: string, read: string): readonly string[] {
  const exchanges = [request("/pets", `[{"id":${given}}]`), request(`/pets/${read}`, "{}")];
  const end = { kind: "open" } as const;
  const session = { situation: undefined, exchanges, end, endedAtMs: 9, requests: 2 };
  const key = { isKey: () => true, isIn: () => false };
  return checks
    .flatMap(({ judge }) => judge({ sessions: [session], contract, key, situations: [] }))
    .map((observation) => observation.kind);
}

test.each([
  ["9007199254740993", "9007199254740993", ["held"]],
  ["9007199254740993", "9007199254740992", ["broken"]],
  // As JavaScript prints its double.
  ["9223372036854775807", "9223372036854776000", ["broken"]],
  ["7", "07", ["broken"]],
])("after %s was given, %s is %o", (given, read, kinds) => {
  expect(found(given, read)).toEqual(kinds);
});

test("a neighbour of an id that was given is not taken for its double", () => {
  expect(found("9007199254741023", "9007199254741025")).toEqual([]);
});

test("what is beyond every double is taken for none", () => {
  expect(found("7".repeat(400), "8".repeat(400))).toEqual([]);
});
