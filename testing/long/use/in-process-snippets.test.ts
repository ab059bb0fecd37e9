import { describe, expect, test } from "vitest";
import { type RunInput, renderReport, run } from "#assembly/library-run.ts";
import { createReferenceServer } from "#reference-server/server.ts";
import { commandLine } from "#report/curl.ts";
import { sendAgain } from "#report/send-again.ts";
import { asFetch, asListener } from "#testing/reference-server/handlers.ts";

const apiKey = "key-of-the-snippet-tests";

/** The reference server, which serves one pet too many. */
function brokenServer() {
  return createReferenceServer({
    now: () => Date.now(),
    keys: [apiKey],
    plan: "none",
    seedPets: 30,
    hooks: { page: (pets, limit) => pets.slice(0, limit + 1) },
  });
}

const AsyncFunction: FunctionConstructor = Object.getPrototypeOf(async () => undefined).constructor;

/** Runs a snippet as a module would, and gives what it prints. */
async function printed(code: string, target: RunInput["target"]): Promise<readonly unknown[]> {
  const lines: unknown[][] = [];
  const console = { log: (...words: unknown[]) => void lines.push(words) };
  // The dynamic import of a snippet is not to be had inside a function of the test runner.
  const inside = code.replace('await import("node:http")', "http");
  await new AsyncFunction("target", "apiKey", "console", "http", `${inside}\n`)(
    target,
    apiKey,
    console,
    await import("node:http"),
  );
  return lines.flat();
}

describe.each([
  ["a fetch handler", () => ({ fetch: asFetch(brokenServer()) })],
  ["a Node request listener", () => ({ listener: asListener(brokenServer()) })],
])("against %s", (_, make) => {
  test("each snippet sends its request again, and gets the same status", async () => {
    const target = make();
    const found = await run({ target, apiKey, rateLimit: "off", seed: 1 });
    expect(found.verdicts.find(({ id }) => id === "LIST-4")?.verdict).toBe("fail");
    const again = found.exchanges.flatMap(({ request, outcome, label }) => {
      const { credential } = request;
      const isDerived = credential.kind === "other" && credential.derive !== undefined;
      const status = outcome.kind === "answer" ? outcome.answer.status : undefined;
      // Of a pet that was still to come, the answer is another one by now.
      const isOfThen = status === 201 || label.startsWith("get the id of a pet to come");
      return isDerived || isOfThen ? [] : [{ request, status, label }];
    });
    expect(again.filter(({ request }) => request.method === "POST").length).toBeGreaterThan(5);
    for (const { request, status, label } of again) {
      const line = commandLine(sendAgain(request, found));
      expect(line).not.toMatch(/^(?:curl|printf) /);
      expect(line).toMatch(/^[\x20-\x7e]+$/);
      expect((await printed(line, target))[0], `${label}: ${line}`).toBe(status);
    }
  });

  test("no report names a curl to an address that there is not", async () => {
    const found = await run({ target: make(), apiKey, rateLimit: "off", seed: 1 });
    for (const format of ["json", "junit", "markdown", "html"] as const) {
      const text = await renderReport(found, format);
      expect(text, format).not.toMatch(/curl -(?:i|sS)/);
      expect(text, format).toContain("console.log(answer.status");
      expect(text, format).not.toContain(apiKey);
    }
  });
});
