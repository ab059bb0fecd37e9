import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { openerOf, start } from "./open-file.ts";

const io = JSON.stringify(new URL("./io.ts", import.meta.url).href);

/** A process that lives until it is ended and says what its interrupt listener got. */
function listening() {
  const script = `
    const { processIo } = await import(${io});
    const io = processIo((onSignal) => process.on("SIGINT", onSignal));
    io.onInterrupt(() => io.out("asked"));
    setInterval(() => {}, 1000);
    io.out("ready");`;
  return spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

test("the first Ctrl-C asks for the end, the second one ends the process at once", async () => {
  const child = listening();
  const said = async (): Promise<string> => String((await once(child.stdout, "data"))[0]);
  expect(await said()).toBe("ready");
  child.kill("SIGINT");
  expect(await said()).toBe("asked");
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([130, null]);
});

test("a reader that goes away ends the printing, not the process", async () => {
  const script = `
    const { processIo } = await import(${io});
    const io = processIo(() => {});
    for (let line = 0; line < 20000; line++) io.out("a line of some length that fills the pipe\\n");
    await new Promise((resolve) => process.stdout.once("close", resolve));
    io.err("still here");`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.once("data", () => child.stdout.destroy());
  let reported = "";
  child.stderr.on("data", (piece) => {
    reported += piece;
  });
  expect(await once(child, "close")).toEqual([0, null]);
  expect(reported).toBe("still here");
});

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
