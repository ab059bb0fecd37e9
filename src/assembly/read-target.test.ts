import { expect, test } from "vitest";
import { readTarget } from "./read-target.ts";

const read = (text: string, allowInsecure = false) => readTarget(text, { allowInsecure }).href;

test.each([
  ["https://staging.example.com/v1", "https://staging.example.com/v1"],
  ["https://staging.example.com/v1/", "https://staging.example.com/v1"],
  ["HTTPS://staging.example.com:8443/api/v1//", "https://staging.example.com:8443/api/v1"],
])("%s is a base address", (text, href) => {
  expect(read(text)).toBe(href);
});

test.each([
  "http://localhost:8080/v1",
  "http://127.8.0.1/v1",
  "http://[::1]:8080/v1",
  "http://[::ffff:10.0.0.1]/v1",
  "http://10.1.2.3/v1",
  "http://172.31.0.1/v1",
  "http://192.168.1.1/v1",
  "http://169.254.1.1/v1",
  "http://[fd00::1]/v1",
  "http://petstore/v1",
  "http://petstore.internal/v1",
  "http://petstore.test./v1",
])("plain http to %s stays on a private network", (text) => {
  expect(() => read(text)).not.toThrow();
});

test.each([
  "http://staging.example.com/v1",
  "http://8.8.8.8/v1",
  "http://172.32.0.1/v1",
  "http://[2001:db8::1]/v1",
  "http://localhost.example.com/v1",
])("plain http to %s would send the key unencrypted", (text) => {
  expect(() => read(text)).toThrow(/would send the API key unencrypted \(BASE_URL\)\. Use https:/);
  expect(() => read(text, true)).not.toThrow();
});

test.each([
  [
    "staging.example.com/v1",
    /it has no scheme \(BASE_URL\)\. Did you mean https:\/\/staging\.example\.com\/v1\?/,
  ],
  ["localhost:8080/v1", /it has no scheme.* Did you mean http:\/\/localhost:8080\/v1\?/],
  ["ftp://host/v1", /the scheme ftp:\/\/ is not http or https/],
  ["file:///etc/passwd", /is not http or https/],
  ["https://", /is not a URL/],
  ["https://user:pa55@host/v1", /the URL contains credentials/],
  ["https://host/v1?debug", /the URL has a query/],
  ["https://host/v1?", /the URL has a query/],
  ["https://host/v1#x", /the URL has a fragment/],
  ["https://host/v1#", /the URL has a fragment/],
])("%s is refused", (text, message) => {
  expect(() => read(text)).toThrow(message);
});

test("a password in what is not a URL is not repeated", () => {
  for (const text of ["user:pa55@host/v1", "https://user:pa55@ho st/v1"]) {
    expect(() => read(text)).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining("pa55") }),
    );
  }
});
