import { expect, test } from "vitest";
import { type Connection, routeTo } from "./connection.ts";

const to = (baseUrl: string, addresses: readonly string[] | Error, given: Partial<Connection> = {}) =>
  routeTo(
    {
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
    },
    async () => {
      if (addresses instanceof Error) throw addresses;
      return addresses;
    },
  );

test.each(["http://petstore/v1", "http://pets.internal/v1", "http://pets.test/v1"])(
  "a name that sounds private is refused over plain http where it is at a public address: %s",
  async (url) => {
    const open = ["10.0.0.1", "93.184.216.34"];
    await expect(to(url, open)).rejects.toThrow(
      /would send the API key unencrypted: its address, 93\.184\.216\.34, is a public one/,
    );
    expect(await to(url, open, { allowInsecure: true })).toMatchObject({ permits: undefined });
    expect(await to(url, ["10.0.0.1", "fd00::1"])).toMatchObject({ permits: expect.any(Function) });
  },
);

test("over TLS, or before the name is known, nothing is refused", async () => {
  expect(await to("https://pets.internal/v1", ["93.184.216.34"])).toMatchObject({ permits: undefined });
  expect(await to("http://pets.internal/v1", new Error("ENOTFOUND"))).toMatchObject({
    permits: expect.any(Function),
  });
});
