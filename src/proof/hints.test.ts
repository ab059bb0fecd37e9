import { expect, test } from "vitest";
import { loadCatalogue } from "../../suites/catalogue.ts";
import { loadContract } from "../../suites/petstore/document.ts";
import { suite } from "../../suites/registry.ts";
import { loadServers } from "../../suites/servers.ts";
import type { Profile } from "../core/check/verdict.ts";
import { type Player, play } from "./play.ts";

const contract = await loadContract();
const requirements = loadCatalogue(contract);
const servers = await loadServers();

async function likelyCauses(
  id: string,
  profile: Profile = "standard",
): Promise<readonly (string | undefined)[]> {
  const server = servers.find((one) => one.id === id);
  if (server === undefined) throw new Error(`there is no fault ${id}`);
  const run = await play(server, { contract, suite, requirements, options: { profile } });
  return run.causes.map(({ advice }) => advice?.likelyCause);
}

test.each([
  ["unfiltered-category-as-double", "passes through a double"],
  ["category-wrapped-to-int32", "truncated to 32 bits"],
  ["list-ids-as-text", "as text"],
  ["unprocessable", "422 is what the framework answers"],
  ["get-without-key", "served without one, too"],
  ["pet-before-key", "looked up before the key is checked"],
  ["body-before-key", "validated before the key is checked"],
  ["forbidden-for-wrong-key", "403 is the framework's answer"],
  ["not-object-500", "an exception that nothing catches"],
  ["text-after-digits", "stops at the first other character"],
  ["every-error-nested", "The Error is wrapped in an envelope"],
  ["unauthorized-detail", "a field `detail`"],
  ["name-in-capitals", "changed in case"],
  ["names-double-encoded", "UTF-8 is read as Latin-1"],
  ["names-without-astral", "utf8 in MySQL"],
  ["status-always-available", "the default is shown in its place"],
  ["limit-ignored", "The limit is not read"],
  ["reset-as-seconds-left", "how many seconds are left"],
  ["reset-in-milliseconds", "in milliseconds"],
  ["create-without-key", "served without one, too"],
  ["error-status-text", "is written as text"],
  ["created-status-null", "A status that is not set is written as null"],
  ["category-wraps", "does not fit into 64 bits is accepted"],
])("the evidence on %s gives away: %s", async (id, part) => {
  expect((await likelyCauses(id))[0]).toContain(part);
});

test("a name without the whitespace around it gives away a trim", async () => {
  expect((await likelyCauses("names-trimmed", "thorough")).join()).toContain(
    "A trim runs over every text field",
  );
});

test("a value that is refused where it is written with an escape gives away that the text is looked through", async () => {
  expect((await likelyCauses("escaped-status-refused", "thorough")).join()).toContain(
    "is written with an escape",
  );
});

test("a name that ends at its first quotation mark gives away JSON that is put together by hand", async () => {
  const cut: Player = {
    hooks: (correct) => ({
      validateName: (value, call) => correct.validateName(value, call).split('"')[0] ?? "",
    }),
  };
  const run = await play(cut, { contract, suite, requirements });
  expect(run.causes.map(({ advice }) => advice?.likelyCause).join()).toContain(
    "ends at its first quotation mark",
  );
});

test("where the evidence says nothing, the usual cause of the requirement is named", async () => {
  const usual = requirements.find(({ id }) => id === "GET-2")?.guidance?.likelyCause;
  expect(await likelyCauses("unknown-pet-410")).toEqual([usual]);
});
