import { describe, expect, test } from "vitest";
import { converse, header } from "#testing/reference-server/talk.ts";

describe("rate limits", () => {
  test("count each key by itself, and all without a valid key together", async () => {
    const { send, get } = converse({ plan: { perMinute: 2 }, keys: ["test-key-4711", "other"] });
    const status = async (key: string) =>
      (await send("GET", "/v1/pets", { headers: [["Authorization", `Bearer ${key}`]] })).status;
    expect([await status("x"), await status("y"), await status("z")]).toEqual([401, 401, 429]);
    expect([await status("other"), await status("other"), await status("other")]).toEqual([200, 200, 429]);
    expect((await get("/v1/pets")).status).toBe(200);
  });

  test("announce the daily limit where it is the tighter one", async () => {
    const { get, clock } = converse({ plan: { perMinute: 3, perDay: 4 } });
    for (let sent = 0; sent < 3; sent += 1) await get("/v1/pets");
    clock.nowMs += 60_000;
    const last = await get("/v1/pets");
    expect([header(last, "x-ratelimit-limit"), header(last, "x-ratelimit-remaining")]).toEqual(["4", "0"]);
    const refused = await get("/v1/pets");
    expect([refused.status, header(refused, "retry-after")]).toEqual([429, "86340"]);
  });

  test.each([
    ["free", "60"],
    ["pro", "300"],
    ["business", "1000"],
    ["none", undefined],
  ] as const)("of the plan %s are announced as %s", async (plan, limit) => {
    const response = await converse({ plan }).get("/v1/nowhere");
    expect(header(response, "x-ratelimit-limit")).toBe(limit);
    expect(header(response, "x-ratelimit-reset")).toBe(limit && "1772366460");
  });
});
