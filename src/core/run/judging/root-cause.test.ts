import { describe, expect, test } from "vitest";
import type { FailureKind } from "#core/exchange/exchange.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { causeInBoth, causeInFirst401, causeInFirstList, causeInSilence } from "./root-cause.ts";

const http = new URL("http://pets.test/v1");
const failed = (kind: FailureKind, partial = false) =>
  sampleExchange({ failure: { kind, ...(partial && { partial: { status: 200, headers: [] } }) } });
const redirect = (location: string, status = 301) =>
  sampleExchange({ status, headers: [["Location", location]] });

describe("the first list", () => {
  test("no connection: unreachable; where there was one, the create is tried too", () => {
    const without = ["refused", "name-not-found", "unreachable", "tls", "proxy"] as const;
    for (const kind of without) expect(causeInFirstList(failed(kind), http)?.kind).toBe("unreachable");
    for (const kind of ["reset", "closed", "timeout", "truncated", "malformed"] as const)
      expect(causeInFirstList(failed(kind), http)).toBeUndefined();
  });

  test("401: the key or the server", () => {
    const cause = causeInFirst401(sampleExchange({ status: 401 }));
    expect(cause).toEqual({ kind: "key-refused", exchange: 1 });
    const body = JSON.stringify({ statusCode: 401, message: "The key expired." });
    const saying = sampleExchange({ status: 401, body, headers: [["Content-Type", "application/json"]] });
    expect(causeInFirst401(saying)).toMatchObject({ message: "The key expired." });
  });

  test.each([200, 403, 404, 429, 500])("%i: no cause by itself", (status) => {
    expect(causeInFirstList(sampleExchange({ status }), http)).toBeUndefined();
  });
});

describe("a redirect from http", () => {
  test.each([301, 302, 307, 308])("by %i to https names the https address", (status) => {
    const cause = causeInFirstList(redirect("https://pets.test/v1/pets", status), http);
    expect(cause).toMatchObject({ kind: "redirected", to: "https://pets.test/v1" });
  });

  test.each(["https://elsewhere.test/v1/pets", "http://pets.test/v1/pets/", "/login", "https://", "\u0000"])(
    "to %j is not that cause",
    (location) => expect(causeInFirstList(redirect(location), http)).toBeUndefined(),
  );

  test("from https is not that cause", () => {
    expect(
      causeInFirstList(redirect("https://pets.test/v1/pets"), new URL("https://pets.test/v1")),
    ).toBeUndefined();
  });
});

test("silence with the head of an answer ends the run too, and what was seen is judged", () => {
  expect(causeInSilence([failed("timeout"), failed("truncated", true)], http)?.kind).toBe("never-whole");
});

describe("not the service", () => {
  const page = sampleExchange({ status: 404, body: "<html>", headers: [["Content-Type", "text/html"]] });

  test("neither the list nor the create is there", () => {
    const cause = causeInBoth(page, page);
    const answer = { request: "GET /pets", answer: "404 with an HTML body" };
    expect(cause).toEqual({ kind: "not-the-service", list: answer, create: answer, exchange: page.id });
  });

  test("a list that is answered 403 may be for the key", () => {
    const forbidden = sampleExchange({ status: 403, body: '{"code":"forbidden"}' });
    expect(causeInBoth(forbidden, forbidden)).toMatchObject({ isForbidden: true });
  });

  test.each([
    ["a list", sampleExchange({})],
    ["a list that got no answer", failed("timeout")],
  ])("%s says nothing of it", (_, list) => expect(causeInBoth(list, page)).toBeUndefined());
});
