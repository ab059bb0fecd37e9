import type { VNode } from "preact";
import type { InputPlace } from "../../run/inputs.ts";
import { h } from "./element.ts";
import { shown } from "./shown.ts";

/** Which kinds of values were sent for each parameter and field, and how often; those that were not, too. */
export function inputsTable(inputs: readonly InputPlace[]): VNode {
  return h(
    "section",
    null,
    h("h2", null, "Inputs tried"),
    h("p", { class: "soft small" }, "How many requests with the key had a value of each kind."),
    h(
      "div",
      { class: "scroll", tabIndex: 0, role: "group", "aria-label": "Inputs tried" },
      h(
        "table",
        null,
        h("thead", null, h("tr", null, h("th", { scope: "col" }, "Input"), h("th", { scope: "col" }, "Kinds"))),
        h(
          "tbody",
          null,
          inputs.map(({ place, kinds }) =>
            h(
              "tr",
              null,
              h("th", { scope: "row" }, h("code", null, shown(place, 100))),
              h("td", { class: "kinds" }, kinds.map(({ kind, sent }) => `${shown(kind, 60)} ${sent}`).join(", ")),
            ),
          ),
        ),
      ),
    ),
  );
}
