import type { VNode } from "preact";
import type { InputPlace } from "../../run/inputs.ts";
import { h } from "./element.ts";
import { shown } from "./shown.ts";

/** Which kinds of values were sent for each parameter and field, and how often; also those never sent. */
export function inputsList(inputs: readonly InputPlace[]): VNode {
  return h(
    "section",
    null,
    h("h2", null, "Inputs tried"),
    h("p", { class: "soft small" }, "How many requests with the key had a value of each kind."),
    h(
      "ul",
      null,
      inputs.map(({ place, kinds }) =>
        h(
          "li",
          null,
          h("code", null, shown(place, 100)),
          `: ${kinds.map(({ kind, sent }) => `${shown(kind, 60)} (${sent})`).join(", ")}`,
        ),
      ),
    ),
  );
}
