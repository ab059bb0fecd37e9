import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { createEventHub } from "./event-hub.ts";

/** What the hub uses of an answer. */
function listener(writableLength = 0) {
  const page = { sent: [] as string[], isLeft: false };
  const response = {
    writableLength,
    write: (text: string) => page.sent.push(text),
    on: () => undefined,
    end: () => undefined,
    destroy: () => {
      page.isLeft = true;
    },
  } as unknown as ServerResponse; // a stand-in for the few members that are called
  return { page, response };
}

test("a page is sent each change once", () => {
  const hub = createEventHub();
  const { page, response } = listener();
  hub.add(response, []);
  for (const html of ["a", "a", "b"]) hub.show([{ id: "progress", html }]);
  hub.over();
  expect(page.sent).toEqual([
    'event: show\ndata: {"id":"progress","html":"a"}\n\n',
    'event: show\ndata: {"id":"progress","html":"b"}\n\n',
    "event: over\ndata: null\n\n",
  ]);
});

test("a page that connects when nothing is under way is sent that it is over", () => {
  const { page, response } = listener();
  createEventHub().add(response, undefined);
  expect(page.sent).toEqual(["event: over\ndata: null\n\n"]);
});

test("a page that does not read is disconnected, and keeps nothing in memory", () => {
  const hub = createEventHub();
  const { page, response } = listener(2_000_000);
  hub.add(response, []);
  hub.show([{ id: "progress", html: "a" }]);
  expect(page).toEqual({ sent: [], isLeft: true });
});
