import { expect, test } from "vitest";
import { prepare } from "./assemble.ts";
import { exam, examine } from "./exam.ts";

const verdictOf = (report: Awaited<ReturnType<typeof examine>>, id: string) =>
  report.verdicts.find((one) => one.id === id)?.verdict;

test("a client in this process is compared with itself, situation by situation", async () => {
  const report = await examine(
    async ({ url, key }) => {
      const answer = await fetch(`${url}/pets?limit=3`, { headers: { Authorization: `Bearer ${key}` } });
      const pets = (await answer.json()) as readonly { readonly status: string }[];
      for (const { status } of pets) status.toUpperCase();
    },
    { situations: ["no-status", "unknown-members"] },
  );
  expect(report).toMatchObject({ outcome: "non-conforming", exitCode: 1 });
  expect(verdictOf(report, "CLIENT-16")).toBe("fail");
  expect(verdictOf(report, "CLIENT-19")).toBe("pass");
  expect(verdictOf(report, "CLIENT-12")).toBe("untested");
});

test("a client elsewhere calls a port, and its report holds no key", async () => {
  const started = await exam({ situations: ["plain"] });
  const answer = await fetch(`${started.url}/pets?limit=101`, {
    headers: { Authorization: `Bearer ${started.key}`, "X-Key": started.key },
  });
  expect(answer.status).toBe(400);
  const report = await started.report();
  expect(await started.report()).toBe(report);
  expect(verdictOf(report, "CLIENT-2")).toBe("fail");
  expect(verdictOf(report, "CLIENT-11")).toBe("fail");
  expect(JSON.stringify(report)).not.toContain(started.key);
});

test("an unknown situation is refused", async () => {
  await expect(examine(() => undefined, { situations: ["retry-second"] })).rejects.toThrow("retry-seconds");
});

test("a client that sends nothing shows nothing", async () => {
  const report = await examine(() => undefined, { situations: ["plain"] });
  expect(report).toMatchObject({ outcome: "inconclusive", exitCode: 3 });
  expect(report.notes).toContain("no request arrived: the client has to call the url that it is given");
});

test("a run knows nothing of what is asked of clients", async () => {
  const { requirements } = await prepare({ spec: undefined, removalDate: undefined });
  expect(requirements.filter(({ area }) => area === "CLIENT")).toEqual([]);
});
