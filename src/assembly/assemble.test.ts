import { expect, test } from "vitest";
import type { Access, Contract, Operation, Parameter } from "#core/contract/contract.ts";
import type { RunOptions } from "#core/run/options.ts";
import type { RunEvent } from "#core/run/result.ts";
import { createSecrets } from "#core/secrets/secrets.ts";
import { sampleOptions } from "#testing/run/sample-suites.ts";
import { checkCredential, checkRequiredHeaders, prepare, runOnReference } from "./assemble.ts";

const prepared = await prepare();
const plan = (name: "free" | "business") => ({ declared: { plan: name } }) as Partial<RunOptions>;

test.each<[string, Partial<RunOptions>]>([
  ["quick", { profile: "quick" }],
  ["standard on the smallest plan", plan("free")],
  ["standard where the limit leaves room", plan("business")],
  ["standard that only reads, where the limit leaves room", { readOnly: true, ...plan("business") }],
  ["thorough that only reads", { profile: "thorough", readOnly: true }],
  ["two rounds", { rounds: 2 }],
])(
  "what is planned of %s is not exceeded, and is no more than three times what is sent, four times with rounds",
  async (_, given) => {
    const events: RunEvent[] = [];
    const { requests, created } = await runOnReference({
      prepared,
      options: sampleOptions({ now: "2026-03-04", ...given }),
      extraHeaders: [],
      signal: new AbortController().signal,
      secrets: createSecrets(),
      onEvent: (event) => void events.push(event),
    });
    const [planned] = events.flatMap((event) => (event.kind === "planned" ? [event] : []));
    expect(planned).toBeDefined();
    const { requests: [, most] = [0, 0], creates: [, stores] = [0, 0], probe = 0 } = planned ?? {};
    const sent = requests.total - requests.probe;
    expect(sent).toBeLessThanOrEqual(most - probe);
    expect(requests.probe).toBeLessThanOrEqual(probe);
    expect(created.length).toBeLessThanOrEqual(stores);
    // A round sends again what the rounds before it left open, and nothing else.
    const ofFailures = 8;
    expect(most - probe - ofFailures).toBeLessThanOrEqual(sent * ("rounds" in given ? 4 : 3));
  },
);

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
