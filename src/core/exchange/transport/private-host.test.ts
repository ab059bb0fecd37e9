import { describe, expect, test } from "vitest";
import { isLoopbackHost, isPrivateAddress, isPrivateHost } from "./private-host.ts";

// Ruling 24, and who may be sent the key over plain http: each host as it is written in a URL.

const hosts = {
  private: `
    127.0.0.1 127.0.0.1. 127.1 2130706433 0x7f.1 0x7F000001 017700000001 127。0。0。1 10.1.2.3 172.31.0.1
    192.168.1.1 169.254.1.1 3232235777 [::1] [0:0:0:0:0:0:0:1] [fd00::1] [FE80::1] [::ffff:127.0.0.1]
    [::ffff:10.0.0.1] localhost LOCALHOST localhost. api.localhost api.localhost. petstore com printer.local
    pets.internal pets.internal. pets.TEST аpi.test xn--pi-7kc.test`,
  public: `
    com. petstore. example.com example.com. EXAMPLE.COM xn--80ak6aa92e.com аpple.com localhost.example.com
    local.example internal.com test.io localhost.com mylocalhost.de localhost.. pets..internal .internal .
    127.0.0.1.nip.io 127.0.0.1.example 8.8.8.8 134744072 0x08080808 010.8.8.8 11.0.0.1 172.32.0.1
    192.169.0.1 100.64.0.1 0.0.0.0 [::] [2606:4700::1111] [::ffff:8.8.8.8] [::127.0.0.1] [64:ff9b::7f00:1]
    [64:ff9b::10.0.0.1] [2002:7f00:1::] [2002:a00:1::1] [2001:0:7f00:1::] [fec0::1] [fb00::1]`,
};

describe.each(Object.entries(hosts))("%s:", (kind, all) => {
  test.each(all.trim().split(/\s+/))("%s", (host) => {
    expect(isPrivateHost(new URL(`http://${host}:8080/v1`).hostname)).toBe(kind === "private");
  });
});

test("a zone is no part of an address", () => {
  expect(isPrivateAddress("fe80::1%eth0")).toBe(true);
  expect(isPrivateAddress("2606:4700::1111%eth0")).toBe(false);
  expect(isPrivateAddress("pets.internal")).toBe(false);
});

test.each(["localhost", "localhost.", "api.localhost", "127.0.0.2", "[::1]", "[::ffff:127.0.0.1]"])(
  "%s is this machine",
  (host) => {
    expect(isLoopbackHost(new URL(`http://${host}/`).hostname)).toBe(true);
  },
);

test.each(["localhost.com", "10.0.0.1", "petstore", "localhost..", "127.0.0.1.com"])(
  "%s is not this machine",
  (host) => {
    expect(isLoopbackHost(new URL(`http://${host}/`).hostname)).toBe(false);
  },
);
