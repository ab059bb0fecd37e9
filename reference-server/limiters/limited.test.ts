import { describe, expect, test } from "vitest";
import { converse, header, validKey } from "#testing/reference-server/talk.ts";
import { correctHooks } from "../hooks/hooks.ts";
import { type LimitedOptions, limitedBy } from "./limited.ts";

const policies = [{ limit: 2, windowMs: 60_000 }];

function limitedServer(options: Partial<LimitedOptions>) {
  const limited = limitedBy({ kind: "fixed-window", policies, ...options });
  return { limited, ...converse({ keys: [validKey, "second"], hooks: limited.hooks(correctHooks) }) };
}

describe("a server with a limiter", () => {
  test("counts each operation apart where it is asked to", async () => {
    const { get } = limitedServer({ by: "key-and-operation" });
    const status = async (target: string) => (await get(target)).status;
    expect([await status("/v1/pets"), await status("/v1/pets"), await status("/v1/pets")]).toEqual([
      200, 200, 429,
    ]);
    expect(await status("/v1/store/orders")).toBe(200);
  });

  test("gives back what it answered with a 4xx", async () => {
    const { get, limited } = limitedServer({ refunds: true });
    for (let sent = 0; sent < 5; sent += 1) expect((await get("/v1/pets?limit=0")).status).toBe(400);
    expect(header(await get("/v1/pets"), "x-ratelimit-remaining")).toBe("1");
    expect(limited.counts()).toEqual({ served: 6, refused: 0, duringBackOff: 0, bans: 0 });
  });

  test("bans a key that sends on during a back-off, for some time, with the headers due", async () => {
    const ban = { afterRequests: 2, forMs: 600_000, status: 403 } as const;
    const { get, clock, limited } = limitedServer({ ban });
    const statuses: number[] = [];
    for (let sent = 0; sent < 6; sent += 1) statuses.push((await get("/v1/pets")).status);
    expect(statuses).toEqual([200, 200, 429, 429, 403, 403]);
    expect(header(await get("/v1/pets"), "x-ratelimit-limit")).toBe("2");
    expect(limited.counts()).toEqual({ served: 2, refused: 2, duringBackOff: 2, bans: 1 });
    clock.nowMs += 600_000;
    expect((await get("/v1/pets")).status).toBe(200);
  });

  test("bans nobody who waits as long as it says", async () => {
    const ban = { afterRequests: 1, forMs: 600_000, status: 401 } as const;
    const { get, clock, limited } = limitedServer({ kind: "token-bucket", ban });
    for (let sent = 0; sent < 20; sent += 1) {
      const answer = await get("/v1/pets");
      clock.nowMs += Number(header(answer, "retry-after") ?? 0) * 1000;
    }
    expect(limited.counts()).toMatchObject({ duringBackOff: 0, bans: 0 });
    expect(limited.counts().refused).toBeGreaterThan(5);
  });

  test("shares a key's limit with another client that asks it directly", async () => {
    const { get, limited, clock } = limitedServer({});
    const use = () => limited.useBy(validKey, { operation: "listPets", nowMs: clock.nowMs });
    expect([use(), use(), use()]).toEqual([true, true, false]);
    expect((await get("/v1/pets")).status).toBe(429);
    expect(limited.counts().duringBackOff).toBe(0);
  });
});
