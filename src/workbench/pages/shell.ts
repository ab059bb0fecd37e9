import { escapeForXml } from "#core/json/escape.ts";
import { style } from "#report/html/style.ts";

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
export const workbenchStyle = `${style}
nav{border-bottom:1px solid var(--line);background:var(--panel)}nav ul{display:flex;flex-wrap:wrap;gap:0 .2rem;max-width:72rem;margin:0 auto;padding:0 .5rem;list-style:none}
nav a{display:block;padding:.6rem .6rem;text-decoration:none;border-bottom:3px solid transparent}nav a[aria-current]{border-color:var(--link);color:var(--fg);font-weight:600}
main{padding:1rem 1rem 4rem}main:focus{outline:none}main>header{padding:0}
form.act{display:inline-block;margin:.4rem .6rem .2rem 0}
button.do{font:inherit;padding:.4rem .9rem;border:1px solid var(--soft);border-radius:4px;background:var(--panel);color:var(--fg);cursor:pointer}
button.main{background:var(--link);border-color:var(--link);color:var(--bg);font-weight:600}
.fields{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,21rem),1fr));gap:.2rem 2rem;padding:.3rem 0}
.field{margin:.4rem 0}.field label{font-weight:600}.field input:not([type=checkbox]),.field select,.field textarea{display:block;box-sizing:border-box;width:100%;font:inherit;padding:.35rem .5rem;border:1px solid var(--soft);border-radius:4px;background:var(--bg);color:var(--fg)}
.field p{margin:.15rem 0 0}.field:has(>[type=checkbox]){display:grid;grid-template-columns:auto 1fr;gap:0 .5rem;align-content:start}.field>[type=checkbox]{grid-area:1/1}.field:has(>[type=checkbox])>:is(label,p){grid-column:2}.problem-said{border-left:6px solid var(--failed);background:var(--failed-bg);padding:.6rem 1rem;margin:1rem 0}
.filling{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:.2rem 2rem;margin:.6rem 0;padding:0;list-style:none}.filling li{display:grid;grid-template-columns:6rem 1fr 4.5rem;gap:.6rem;align-items:center}
.live section>h2{margin-top:.4rem}@media (min-width:64rem){.live:has(>#so-far>section){display:grid;grid-template-columns:20rem minmax(0,1fr);gap:2rem}}
progress{width:100%;height:.9rem;accent-color:var(--link)}.sums{display:flex;flex-wrap:wrap;gap:.2rem 1.5rem;margin:.4rem 0;padding:0;list-style:none;font-size:1.05rem}
input[type=radio],input[type=checkbox]{width:1.1rem;height:1.1rem;accent-color:var(--link)}
td label{white-space:nowrap}td:has(>.verdict){white-space:normal}.verdict .conforming{color:var(--passed)}.verdict .non-conforming{color:var(--failed)}.verdict .inconclusive{color:var(--inconclusive)}
@media (max-width:40rem){.filling li{grid-template-columns:5rem 1fr 4rem}nav a{padding:.45rem}}
`;
