import { get } from "node:https";
import { describe, expect, test } from "vitest";
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
    { situations: ["no-status", "unknown-members", "another-order"] },
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

describe("with tls", () => {
  /** The status of a list that is read over https by whoever trusts `ca`. */
  const list = ({ url, key, ca }: { url: string; key: string; ca: string | undefined }) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { Authorization: `Bearer ${key}` };
      get(`${url}/pets`, { headers, ca, agent: false }, (answer) => {
        answer.resume().on("end", () => resolve(answer.statusCode));
      }).on("error", reject);
    });

  test("a client that trusts the authority of the exam speaks https, and one that trusts another authority is reported as that", async () => {
    const [trusting, distrusting] = [await exam({ tls: true }), await exam({ tls: true })];
    expect(await list(trusting)).toBe(200);
    await expect(list({ ...distrusting, ca: trusting.ca })).rejects.toThrow();
    expect(verdictOf(await trusting.report(), "CLIENT-1")).toBe("pass");
    expect(await distrusting.report()).toMatchObject({ outcome: "inconclusive", exitCode: 3 });
  });

  test("an address that others can reach is refused", async () => {
    await expect(exam({ tls: true, host: "0.0.0.0" })).rejects.toThrow("for a loopback address");
  });
});

test("an unknown situation is refused", async () => {
  await expect(examine(() => undefined, { situations: ["retry-second"] })).rejects.toThrow("retry-seconds");
});

test("a client that sends nothing shows nothing", async () => {
  const report = await examine(() => undefined, { situations: ["plain"] });
  expect(report).toMatchObject({ outcome: "inconclusive", exitCode: 3 });
  expect(report.notes).toContain(
    "no request arrived: the client has to call the url that it is given, over plain http",
  );
});

test("a run knows nothing of what is asked of clients", async () => {
  const { requirements } = await prepare();
  expect(requirements.filter(({ area }) => area === "CLIENT")).toEqual([]);
});
