import type { VNode } from "preact";
import type { Option, OptionGroup } from "../../core/options/option.ts";
import { defaultInWords, inWords, placeholderOf } from "../../core/options/words.ts";
import { h } from "../../report/html/element.ts";
import { type FormValues, fieldOf } from "../form.ts";
import { choice, field } from "./parts.ts";

/** The fields of a table of options, with the words of the help. What is posted is read as a command line. */
export function optionFields(options: readonly Option[], values: FormValues): VNode {
  return h(
    "div",
    { class: "fields" },
    options.map((option) => optionField(option, values)),
  );
}

/** Groups of options, each a line until it is opened; one is open where something in it was given. */
export function optionGroups(groups: readonly OptionGroup[], values: FormValues): readonly VNode[] {
  return groups
    .filter(({ options }) => options.length > 0)
    .map(({ title, options }) =>
      h(
        "details",
        { open: options.some(({ name }) => fieldOf(values, name) !== "") },
        h("summary", null, h("span", { class: "text" }, title)),
        h("div", { class: "body" }, optionFields(options, values)),
      ),
    );
}

function optionField(option: Option, values: FormValues): VNode {
  const { name, help, value, repeatable, separator } = option;
  const said = { id: name, name, "aria-describedby": `${name}-help` };
  const given = fieldOf(values, name);
  const standard = defaultInWords(option);
  const hint = standard === undefined ? (placeholderOf(option) ?? "") : `default: ${standard}`;
  const text = { ...said, placeholder: hint, title: inWords(value), autocomplete: "off" };
  const control = (): VNode => {
    if (value.kind === "flag") return h("input", { ...said, type: "checkbox", checked: given !== "" });
    if (value.kind === "choice")
      return choice(
        said,
        ["", hint],
        value.of.map((one) => [one, one]),
        given,
      );
    const isList = repeatable === true && separator === undefined;
    return isList
      ? h("textarea", { ...text, rows: 2 }, given)
      : h("input", { ...text, type: "text", value: given });
  };
  return field(name, name, control(), help);
}
