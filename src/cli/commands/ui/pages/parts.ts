import type { ComponentChildren, VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { embeddedText } from "#core/contract/embedded-text.ts";
import { escapeForXml } from "#core/json/escape.ts";
import { defaultInWords, placeholderOf } from "#core/options/kinds.ts";
import type { Option, OptionGroup } from "#core/options/option.ts";
import { type Attributes, h, type PageParts, preformatted, rendered, shown } from "#report/html/element.ts";
import { idsOnPage } from "#report/html/exchange-view.ts";
import { judgedParts, opening, pageScript, style } from "#report/html/html.ts";
import type { PageView } from "#report/html/judged.ts";
import { hasJudged, type Report } from "#report/report.ts";
import { fieldOf } from "../request.ts";

const menu = {
  "": "Check",
  catalogue: "Catalogue",
  history: "History",
  reference: "Reference server",
  client: "Client",
  certificates: "Certificates",
} as const;

export type MenuEntry = keyof typeof menu;

export interface WorkbenchPage {
  readonly title: string;
  readonly under: MenuEntry;
  readonly isLive?: boolean;
  readonly status?: 200 | 400 | 404 | 409 | 413 | 415 | 422 | 500;
  /** What stands in `main`, the heading first. */
  readonly parts: Iterable<string> | AsyncIterable<string>;
}

/** The whole text of a page. Its addresses are relative: the token is in none of them. */
export async function* pageText({ title, under, isLive, parts }: WorkbenchPage): AsyncGenerator<string> {
  yield '<!doctype html><html lang="en"><head><meta charset="utf-8">';
  yield '<meta name="viewport" content="width=device-width,initial-scale=1">';
  yield `<title>${escapeForXml(title)} – Workbench</title><link rel="icon" href="data:,">`;
  // In the page, so that nothing has to be waited for before it is painted; the policy allows it by its hash.
  yield `<style>${workbenchStyle}</style><script src="script.js" defer></script></head>`;
  yield `<body${isLive ? " data-live" : ""}><a class="skip" href="#main">Skip to the content</a>`;
  yield '<nav aria-label="Workbench"><ul>';
  for (const [path, name] of Object.entries(menu))
    yield `<li><a href="./${path}"${path === under ? ' aria-current="page"' : ""}>${name}</a></li>`;
  yield '</ul></nav><main id="main" tabindex="-1">';
  yield* parts;
  yield '<p class="away" id="said" role="status"></p></main></body></html>\n';
}

/** The report's style sheet, and what the workbench has besides. */
export const workbenchStyle = style + embeddedText("src/cli/commands/ui/pages/workbench.css");

/** A file of its own, so that the policy need not allow scripts in pages. */
export const workbenchScript = embeddedText("src/cli/commands/ui/pages/workbench.browser.js") + pageScript;

export function p(...children: readonly ComponentChildren[]): VNode {
  return h("p", ...children);
}

export function link(href: string, ...children: readonly ComponentChildren[]): VNode {
  return h("a", { href }, ...children);
}

export function submit(text: string): VNode {
  return p(h("button.do.main", text));
}

/** A field below its label, with what is said of it. */
export function field(name: string, label: string, control: (said: Attributes) => VNode, help?: string) {
  const described = help === undefined ? {} : { "aria-describedby": `${name}-help` };
  return h(
    "div.field",
    h("label", { for: name }, label),
    control({ id: name, name, ...described }),
    help === undefined ? null : h("p.soft.small", { id: `${name}-help` }, help),
  );
}

export type Choice = readonly [value: string, text: string];

export function choice(attributes: Attributes, all: readonly Choice[], chosen = ""): VNode {
  return h("select", attributes, choices(all, chosen));
}

function choices(all: readonly Choice[], chosen: string): readonly VNode[] {
  return all.map(([value, text]) => h("option", { value, selected: value === chosen }, text));
}

export function pageOf(under: MenuEntry, title: string, ...parts: PageParts): WorkbenchPage {
  return { title, under, parts: rendered([h("h1", title), ...parts]) };
}

export function button(
  action: string,
  text: string,
  { values = {}, isMain = false }: { values?: Readonly<Record<string, string>>; isMain?: boolean } = {},
): VNode {
  return h(
    "form.act",
    { method: "post", action },
    Object.entries(values).map(([name, value]) => h("input", { type: "hidden", name, value })),
    h("button", { class: isMain ? "do main" : "do" }, text),
  );
}

export function problem(message: string): VNode {
  return h("div.problem-said", { role: "alert" }, p(shown(message)));
}

export function printedLines(label: string, lines: readonly string[]): VNode {
  return preformatted(label, lines.map((line) => `${shown(line)}\n`).join(""));
}

/** `choicesOf`: by an option's name, what its value is chosen from where that is too much for a menu: typing filters it. */
export function optionFields(
  options: readonly Option[],
  values: URLSearchParams,
  choicesOf: ReadonlyMap<string, readonly Choice[]> = new Map(),
): VNode {
  const all = options.map((option) =>
    optionField(option, fieldOf(values, option.name), choicesOf.get(option.name)),
  );
  return h("div.fields", all);
}

/** Groups of options, each a line until it is opened; one is open where something in it was given. */
export function optionGroups(groups: readonly OptionGroup[], values: URLSearchParams): readonly VNode[] {
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

function optionField(option: Option, given: string, of: readonly Choice[] | undefined): VNode {
  const { name, help, value, repeatable, separator } = option;
  const standard = defaultInWords(option);
  const hint = standard === undefined ? (placeholderOf(option) ?? "") : `default: ${standard}`;
  const isList = repeatable === true && separator === undefined;
  const control = (said: Attributes): VNode => {
    if (value.kind === "flag") return h("input", { ...said, type: "checkbox", checked: given !== "" });
    if (value.of !== undefined)
      return choice(said, [["", hint], ...value.of.map((one) => [one, one] as const)], given);
    const text = { ...said, placeholder: hint, title: value.words, autocomplete: "off" };
    if (of !== undefined) {
      const [list, placeholder] = [`${name}-list`, `none; type to search all ${of.length}`];
      return h(
        "div",
        h("input", { ...text, type: "text", value: given, autocomplete: undefined, list, placeholder }),
        h("datalist", { id: list }, choices(of, "")),
      );
    }
    return isList
      ? h("textarea", { ...text, rows: 2 }, given)
      : h("input", { ...text, type: "text", value: given });
  };
  return field(name, name, control, help);
}

interface ReportOnPage {
  readonly report: Report;
  readonly again?: (ids: readonly string[]) => VNode;
  /** What stands between the outcome and what was found. */
  readonly between: PageParts;
}

export async function* reportParts({ report, again, between }: ReportOnPage): AsyncGenerator<string> {
  const view: PageView = { report, onPage: idsOnPage(report), ...(again && { again }) };
  yield renderToString(opening(view));
  yield* rendered(between);
  if (hasJudged(report)) yield* judgedParts(view, await report.pictures());
}
