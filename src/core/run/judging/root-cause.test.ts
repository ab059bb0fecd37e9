import { expect, test } from "vitest";
import type { Exchange, FailureKind } from "#core/exchange/exchange.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { causeInBoth, causeInFirstList, causeInSilence } from "./root-cause.ts";

const http = new URL("http://pets.test/v1");
const failed = (kind: FailureKind, partial = false) =>
  sampleExchange({ failure: { kind, ...(partial && { partial: { status: 200, headers: [] } }) } });
const redirect = (location: string) => sampleExchange({ status: 301, headers: [["Location", location]] });

test.each<[what: string, list: Exchange, cause: object | undefined]>([
  ["no TLS", failed("tls"), { kind: "unreachable" }],
  ["a connection that was there", failed("reset"), undefined],
  [
    "a redirect to https",
    redirect("https://pets.test:8443/v1/pets"),
    { kind: "redirected", to: "https://pets.test:8443/v1" },
  ],
  ["a redirect to another host", redirect("https://elsewhere.test/v1/pets"), undefined],
  ["a redirect to no address", redirect("https://"), undefined],
])("what the first list shows alone: %s", (_, list, cause) => {
  const found = causeInFirstList(list, http);
  if (cause === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject(cause);
});

test("silence with the head of an answer is the target's own, and what was seen is judged", () => {
  expect(causeInSilence([failed("timeout"), failed("truncated", true)], http)?.kind).toBe(
    "stopped-answering",
  );
});

test("a list that is answered 403 may be for the key", () => {
  const forbidden = sampleExchange({ status: 403, body: '{"code":"forbidden"}' });
  expect(causeInBoth(forbidden, forbidden)).toMatchObject({ kind: "not-the-service", isForbidden: true });
});
