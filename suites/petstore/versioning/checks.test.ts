import { expect, test } from "vitest";
import { factsOf } from "#testing/suites/sample-evidence.ts";
import { baseAddress } from "./checks.ts";

const kinds = (url: string) =>
  baseAddress
    .judge(factsOf([{ body: [] }], { baseUrl: new URL(url) }))
    .map((o) => (o.kind === "unresolved" ? o.unresolved.kind : o.kind));

test("a public base address ends in the version segment", () => {
  expect(kinds("https://pets.example.com/v1")).toEqual(["held"]);
  expect(kinds("https://pets.example.com/api")).toEqual(["broken"]);
});

test("a private one may be laid out otherwise", () => {
  expect(kinds("http://127.0.0.1:8080/api")).toEqual(["not-applicable"]);
  expect(kinds("http://127.0.0.1:8080/v1")).toEqual(["held"]);
});
