import type { VNode } from "preact";
import { h } from "./element.ts";
import { shown } from "./shown.ts";

/** Longer than any command that is made: one that was cut would do something else. */
const longestCommand = 200_000;

/** A shell command, with a button that copies it. The button is hidden until the script has run. */
export function shellBlock(command: string): VNode {
  return h(
    "div",
    { class: "shell" },
    // It scrolls, so it must be focusable.
    h(
      "pre",
      { tabIndex: 0, role: "group", "aria-label": "Shell command" },
      h("code", null, shown(command, longestCommand)),
    ),
    h("button", { type: "button", class: "copy", hidden: true }, "Copy"),
  );
}
