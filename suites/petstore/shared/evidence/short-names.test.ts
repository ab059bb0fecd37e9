import { expect, test } from "vitest";
import { exchangeLabel } from "#core/check/inputs/step.ts";
import { embeddedText } from "#core/contract/embedded-text.ts";
import { parseJson } from "#core/json/parse.ts";
import { member } from "#core/json/read.ts";
import { play } from "#proof/play.ts";
import { createReferenceServer, type ReferenceServer, type ServerRequest } from "#reference-server/server.ts";
import { described, exceptPasses } from "#testing/documents/described-service.ts";
import { correct } from "#testing/proof/bed.ts";

const own = embeddedText("suites/petstore/openapi.yaml");

function withNamesUpTo(maxLength: number): string {
  const document = own.replace("name: { type: string,", `name: { type: string, maxLength: ${maxLength},`);
  expect(document).not.toBe(own);
  return document;
}

/** Rejects names that are longer than that, as it rejects a body without any. */
const bounded = (pets: ReferenceServer, most: number) => (request: ServerRequest) => {
  const text = new TextDecoder().decode(request.body);
  const parsed = request.method === "POST" ? parseJson(text) : undefined;
  const name = parsed?.ok ? member(parsed.value, "name") : undefined;
  if (name?.kind !== "string") return pets.handle(request);
  if ([...name.value].length <= most) return pets.handle(request);
  return pets.handle({ ...request, body: new TextEncoder().encode("{}") });
};

/** How a run ends where names have so many characters at most, and which musts it leaves untested. */
async function runWith(most: number, profile: "standard" | "thorough") {
  const run = await play(
    { ...correct, stage: { plan: "business" } },
    {
      ...(await described(most === 64 ? own : withNamesUpTo(most))),
      serve: (given) => ({ handle: bounded(createReferenceServer(given), most) }),
      options: { profile },
    },
  );
  expect(run.suiteErrors).toEqual([]);
  const musts = new Set<string>(run.verdicts.filter(({ level }) => level === "must").map(({ id }) => id));
  const open = Object.entries(exceptPasses(run)).filter(
    ([id, verdict]) => musts.has(id) && verdict !== "not-applicable",
  );
  const sent = run.exchanges.filter(({ request }) => request.method === "POST").map(exchangeLabel);
  return { outcome: run.outcome, open: open.map(([id]) => id), sent };
}

test.each([20, 12, 30, 50])(
  "a service with names of at most %i characters is tested as any",
  async (most) => {
    for (const profile of ["standard", "thorough"] as const) {
      const [whole, short] = [await runWith(64, profile), await runWith(most, profile)];
      expect(short.outcome).toBe("conforming");
      expect(short.open.filter((id) => !whole.open.includes(id))).toEqual([]);
      expect(whole.sent.filter((label) => !short.sent.includes(label))).toEqual([]);
    }
  },
);
