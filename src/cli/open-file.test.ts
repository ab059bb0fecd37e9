import { expect, test } from "vitest";
import { openerOf, start } from "./open-file.ts";

test.each([
  ["darwin", {}, ["open", "/r/a b.html"]],
  ["win32", {}, ["cmd", "/c", "start", '""', '"/r/a b.html"']],
  ["linux", { DISPLAY: ":0" }, ["xdg-open", "/r/a b.html"]],
  ["freebsd", { WAYLAND_DISPLAY: "wayland-0" }, ["xdg-open", "/r/a b.html"]],
  ["linux", { BROWSER: "firefox" }, ["xdg-open", "/r/a b.html"]],
  ["linux", { DISPLAY: "" }, undefined],
] as const)("on %s with %j the file is opened by what opens files there", (platform, env, opener) => {
  expect(openerOf("/r/a b.html", platform, env)).toEqual(opener);
});

test("an opener that is missing or fails is reported, and one that ends well is not", async () => {
  const node = (code: number) => [process.execPath, "-e", `process.exit(${code})`] as const;
  expect(await start(["no-such-opener"])).toBe(false);
  expect(await start(node(3))).toBe(false);
  expect(await start(node(0))).toBe(true);
});
