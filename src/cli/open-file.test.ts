import { expect, test } from "vitest";
import { openerOf, start } from "./open-file.ts";

test.each([
  ["darwin", {}, { command: "open", args: ["/r/a b.html"] }],
  ["win32", {}, { command: "cmd", args: ["/c", "start", '""', '"/r/a b.html"'] }],
  ["linux", { DISPLAY: ":0" }, { command: "xdg-open", args: ["/r/a b.html"] }],
  ["freebsd", { WAYLAND_DISPLAY: "wayland-0" }, { command: "xdg-open", args: ["/r/a b.html"] }],
  ["linux", { BROWSER: "firefox" }, { command: "xdg-open", args: ["/r/a b.html"] }],
  ["linux", { DISPLAY: "" }, undefined],
] as const)("on %s with %j the file is opened by what opens files there", (platform, env, opener) => {
  expect(openerOf("/r/a b.html", platform, env)).toEqual(opener);
});

test("an opener that is missing or fails is reported, and one that ends well is not", async () => {
  const node = (code: number) => ({ command: process.execPath, args: ["-e", `process.exit(${code})`] });
  expect(await start({ command: "no-such-opener", args: [] })).toBe(false);
  expect(await start(node(3))).toBe(false);
  expect(await start(node(0))).toBe(true);
});
