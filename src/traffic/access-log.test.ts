import { expect, test } from "vitest";
import { readAccess } from "./access-log.ts";

test("nginx's variables: the time is that of the end, and an empty field was not sent", () => {
  const line = {
    ...{ msec: "1700000001.250", request_time: "0.250", scheme: "https", http_host: "pets.example" },
    ...{ request_method: "POST", request_uri: "/v1/pets", status: "429" },
    ...{ sent_http_retry_after: "30", sent_http_sunset: "" },
  };
  expect(readAccess(line)).toMatchObject({
    ...{ method: "POST", url: "https://pets.example/v1/pets", body: undefined, unrecorded: "headers" },
    ...{ sentAtMs: 1_700_000_001_000, endedAtMs: 1_700_000_001_250 },
    outcome: {
      ...{ kind: "answer", status: 429, headers: [["retry-after", "30"]], body: undefined },
      recordedFields: ["retry-after", "sunset", "date"],
    },
  });
});

test("the usual names of Envoy", () => {
  const line = {
    ...{ start_time: "2026-03-04T05:06:07.089Z", duration: 31, method: "GET", path: "/v1/pets?limit=1" },
    ...{ protocol: "HTTP/2", response_code: 200, authority: "pets.example", bytes_sent: 2 },
  };
  const sentAtMs = Date.parse(line.start_time);
  expect(readAccess(line)).toMatchObject({
    ...{ url: "/v1/pets?limit=1", sentAtMs, endedAtMs: sentAtMs + 31, outcome: { status: 200 } },
  });
});

test("nginx's request line, a client that left, and a line that is no access", () => {
  expect(readAccess({ request: "GET /v1/pets HTTP/1.1", status: 200 })).toMatchObject({ url: "/v1/pets" });
  const left = { method: "GET", path: "/v1/pets", response_code: 0 };
  expect(readAccess(left)?.outcome).toMatchObject({ failure: { kind: "aborted" } });
  expect(readAccess({ level: "info", message: "ready" })).toBeUndefined();
  expect(() => readAccess({ ...left, response_code: "many" })).toThrow("not an HTTP status");
});
