import type { VNode } from "preact";
import { rowOf } from "../../core/options/kinds.ts";
import type { Option, OptionGroup } from "../../core/options/option.ts";
import { defaultInWords, placeholderOf } from "../../core/options/words.ts";
import { type Attributes, h } from "../../report/html/element.ts";
import { type FormValues, fieldOf } from "../form.ts";
import { type Choice, choice, field, fields } from "./parts.ts";

/**
 * The fields of a table of options, with the words of the help. What is posted is read as a command line.
 * `choices`: what an option's value is chosen from, by its name, where its kind does not say it.
 */
export function optionFields(
  options: readonly Option[],
  values: FormValues,
  choices: ReadonlyMap<string, readonly Choice[]> = new Map(),
): VNode {
  return fields(...options.map((option) => optionField(option, fieldOf(values, option.name), choices)));
}

/** Groups of options, each a line until it is opened; one is open where something in it was given. */
export function optionGroups(groups: readonly OptionGroup[], values: FormValues): readonly VNode[] {
  return groups
    .filter(({ options }) => options.length > 0)
    .map(({ title, options }) =>
      h(
        "details",
        { open: options.some(({ name }) => fieldOf(values, name) !== "") },
        h("summary", h("span.text", title)),
        h("div.body", optionFields(options, values)),
      ),
    );
}

function optionField(option: Option, given: string, choices: ReadonlyMap<string, readonly Choice[]>): VNode {
  const { name, help, value, repeatable, separator } = option;
  const standard = defaultInWords(option);
  const hint = standard === undefined ? (placeholderOf(option) ?? "") : `default: ${standard}`;
  const of = value.kind === "choice" ? value.of.map((one) => [one, one] as const) : choices.get(name);
  const isList = repeatable === true && separator === undefined;
  const control = (said: Attributes): VNode => {
    if (value.kind === "flag") return h("input", { ...said, type: "checkbox", checked: given !== "" });
    if (of !== undefined) return choice(said, [["", value.kind === "choice" ? hint : "none"], ...of], given);
    const text = { ...said, placeholder: hint, title: rowOf(value).words(value), autocomplete: "off" };
    return isList
      ? h("textarea", { ...text, rows: 2 }, given)
      : h("input", { ...text, type: "text", value: given });
  };
  return field(name, name, control, help);
}
