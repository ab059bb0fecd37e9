import { lookup } from "node:dns/promises";
import { expect, test, vi } from "vitest";
import { type Connection, routeTo } from "./connection.ts";

vi.mock("node:dns/promises", () => ({ lookup: vi.fn() }));

const to = (baseUrl: string, given: Partial<Connection> = {}) =>
  routeTo({
    ...{
      baseUrl: new URL(baseUrl),
      key: "key",
      folder: "/",
      env: {},
      waitForReadyMs: 0,
      allowInsecure: false,
    },
    ...{ ca: undefined, clientCert: undefined, clientKey: undefined },
    ...given,
  });
const isAt = (...addresses: readonly string[]) =>
  vi.mocked(lookup).mockResolvedValue(addresses.map((address) => ({ address, family: 4 })) as never);

test.each(["http://petstore/v1", "http://pets.internal/v1", "http://pets.test/v1"])(
  "a name that sounds private is refused over plain http where it is at a public address: %s",
  async (url) => {
    isAt("10.0.0.1", "93.184.216.34");
    await expect(to(url)).rejects.toThrow(
      /would send the API key unencrypted: its address, 93\.184\.216\.34, is a public one/,
    );
    expect(await to(url, { allowInsecure: true })).toMatchObject({ privateOnly: false });
    isAt("10.0.0.1", "fd00::1");
    expect(await to(url)).toMatchObject({ privateOnly: true });
  },
);

test("over TLS, or before the name is known, nothing is refused", async () => {
  isAt("93.184.216.34");
  expect(await to("https://pets.internal/v1")).toMatchObject({ privateOnly: false });
  vi.mocked(lookup).mockRejectedValue(new Error("ENOTFOUND"));
  expect(await to("http://pets.internal/v1")).toMatchObject({ privateOnly: true });
});
