import { expect, test } from "vitest";
import { admit } from "./guard.ts";

const place = { host: "127.0.0.1:4000", token: "t0ken" };
const asked = (url: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  admit({ method, url, headers: { host: "127.0.0.1:4000", ...headers } }, place);

test("a request with the token comes to its page", () => {
  expect(asked("/t0ken/history?of=run")).toMatchObject({ isAdmitted: true, path: "history" });
  expect(asked("/t0ken/")).toMatchObject({ isAdmitted: true, path: "" });
  expect(asked("/t0ken/run", { origin: "http://127.0.0.1:4000" }, "POST")).toMatchObject({
    isAdmitted: true,
  });
});

test.each(["/", "/t0ke/", "/t0kenn/", "/T0KEN/", "//t0ke/x", "/other/t0ken/", "/%74"])(
  "%s without the token is refused",
  (url) => {
    expect(asked(url)).toMatchObject({ isAdmitted: false, status: 403 });
  },
);

test.each([
  "*",
  "http://evil.example/t0ken/",
  "t0ken/",
  "/\\[",
  "/t0ken/\\[",
  "/t0ken/[",
  "/t0ken/?\u00e4",
  "",
])("%j is no path, and is refused as such", (url) => {
  expect(asked(url)).toMatchObject({ isAdmitted: false, status: 400 });
});

test("a file may lead to the first page, which changes nothing, and to nothing else", () => {
  const led = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  const of = (url: string, more = {}, method = "GET") => asked(url, { ...led, ...more }, method).isAdmitted;
  expect(of("/t0ken/")).toBe(true);
  expect(of("/t0ke/")).toBe(false);
  expect(of("/t0ken/reference")).toBe(false);
  expect(of("/t0ken/", { "sec-fetch-dest": "iframe" })).toBe(false);
  expect(of("/t0ken/", { origin: "http://127.0.0.1:4000" }, "POST")).toBe(false);
});

test.each(["localhost:4000", "rebound.example:4000", "127.0.0.1", "127.0.0.1:80", "[::1]:4000"])(
  "the host %s is refused: a name can be made to lead here",
  (host) => {
    expect(asked("/t0ken/", { host })).toMatchObject({ isAdmitted: false, status: 403 });
  },
);

test.each<[string, Readonly<Record<string, string>>]>([
  ["of another origin", { origin: "http://evil.example" }],
  ["of another port of this machine", { origin: "http://127.0.0.1:4001" }],
  ["of a page without an origin", { origin: "null" }],
  ["that another site's page made", { origin: "http://127.0.0.1:4000", "sec-fetch-site": "cross-site" }],
  ["that another port's page made", { "sec-fetch-site": "same-site" }],
])("a request %s is refused, even with the token", (_, headers) => {
  for (const method of ["GET", "POST"])
    expect(asked("/t0ken/", headers, method)).toMatchObject({ isAdmitted: false, status: 403 });
});

test("a POST that names no origin is refused", () => {
  expect(asked("/t0ken/run", {}, "POST")).toMatchObject({ isAdmitted: false, status: 403 });
});
