import { expect, test } from "vitest";
import { postPet } from "#suites/petstore/shared/steps/requests.ts";
import { kinds } from "#testing/suites/judged-by-one-check.ts";
import { type SampleExchange, setting } from "#testing/suites/sample-evidence.ts";
import { everyScript } from "./checks.ts";

const mark = `conformance-${setting.runId}`;
const ofScripts = "create, name of every kind";

/** A create of such a label whose name came back as another. */
function named(label: string, sent: string, created: string, status = 201): SampleExchange {
  const body = { name: sent, categoryId: 7 };
  return { label, request: postPet(JSON.stringify(body)), status, body: { id: 9, ...body, name: created } };
}

test("a name that is not plain comes back as it was sent, but for whitespace around it and its normal form", () => {
  const sent = `${mark} Zo\u00eb`;
  expect(kinds(everyScript, named(ofScripts, sent, sent))).toEqual(["held"]);
  expect(kinds(everyScript, named(ofScripts, sent, ` ${mark} Zoe\u0308`))).toEqual(["held"]);
  expect(kinds(everyScript, named(ofScripts, sent, `${mark} Zo?`))).toEqual(["broken"]);
  // Whoever sent it.
  expect(kinds(everyScript, named("another", sent, `${mark} Zo?`))).toEqual(["broken"]);
  expect(kinds(everyScript, named("another", mark, "Rex"))).toEqual([]);
});
