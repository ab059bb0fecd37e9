import { embeddedText } from "#core/contract/embedded-text.ts";
import { escapeForXml } from "#core/json/escape.ts";
import { pageScript, style } from "#report/html/html.ts";

/** The pages, in the order of the menu, by their paths. */
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
  /** Listens to live progress. */
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
export const workbenchStyle = style + embeddedText("src/workbench/pages/workbench.css");

/** A file of its own, so that the policy need not allow scripts in pages. */
export const workbenchScript = embeddedText("src/workbench/pages/workbench.browser.js") + pageScript;
