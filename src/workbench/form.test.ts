import { expect, test } from "vitest";
import { flag, text, whole } from "#core/options/option.ts";
import { asArguments } from "./form.ts";

const options = [
  { name: "read-only", value: flag, help: "" },
  { name: "only", value: text("ids"), repeatable: true, separator: /,/, help: "" },
  { name: "input", value: text("values"), repeatable: true, help: "" },
  { name: "max-requests", value: whole(1, 10), help: "" },
] as const;

test("a form is a command line: what is empty is left out, and a line of a list is a value", () => {
  const values = new Map([
    ["read-only", ["on"]],
    ["only", [" LIST-1,LIST-2 "]],
    ["input", ["a=1\r\n b=2,c \n"]],
    ["max-requests", [" "]],
  ]);
  expect(asArguments(values, options)).toEqual([
    "--read-only",
    "--only=LIST-1,LIST-2",
    "--input=a=1",
    "--input=b=2,c",
  ]);
});

test("what the page has no field for is never an argument, whatever is posted", () => {
  const values = new Map([
    ["api-key-command", ["touch /tmp/x"]],
    ["max-requests", ["--record=/tmp/x"]],
  ]);
  expect(asArguments(values, options)).toEqual(["--max-requests=--record=/tmp/x"]);
});
