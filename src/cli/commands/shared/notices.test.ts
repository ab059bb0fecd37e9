import { expect, test } from "vitest";
import { keyNotices } from "./notices.ts";

const about = (target: string, key = "long-enough") => keyNotices(new URL(target), key);

test("a long key over TLS, or to this machine, needs no notice", () => {
  for (const target of [
    "https://pets.example.com/v1",
    "http://localhost:8080/v1",
    "http://127.0.0.1/v1",
    "http://[::1]/v1",
  ])
    expect(about(target)).toEqual([]);
});

test("a key that is too short to be redacted everywhere is said", () => {
  expect(about("https://pets.example.com/v1", "test")).toEqual([
    expect.stringContaining("fewer than 8 characters"),
  ]);
});

test("plain http is said, with the kind of network", () => {
  expect(about("http://petstore:8080/v1")).toEqual([
    expect.stringContaining("petstore:8080, over a private network"),
  ]);
  expect(about("http://pets.example.com/v1")).toEqual([expect.stringContaining("over a public network")]);
});
