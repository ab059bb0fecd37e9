import type { Requirement } from "#core/check/requirement.ts";
import { counted } from "#core/check/results/words.ts";
import { folded, h, row, shown } from "#report/html/element.ts";
import type { Bench } from "../bench.ts";
import { RequestError } from "../request.ts";
import { link, p, pageOf, printedLines, type WorkbenchPage } from "./parts.ts";

export async function cataloguePage({ means }: Bench): Promise<WorkbenchPage> {
  const requirements = await means.catalogue();
  const areas = Map.groupBy(requirements, ({ area }) => area);
  const clients = areas.get("CLIENT")?.length ?? 0;
  return pageOf(
    "catalogue",
    "Catalogue",
    p(
      `What the interface asks: ${counted(requirements.length - clients, "requirement")} of servers, ${clients} of clients.`,
    ),
    [...areas].map(([area, ofArea]) => folded(`${area} (${ofArea.length})`, ofArea.map(line))),
  );
}

function line({ id, slug, level, text }: Requirement) {
  return p(link(explainHref(id), `${id} ${slug}`), `: ${shown(text)} `, h("span.soft.small", level));
}

export function explainHref(id: string): string {
  return `explain?id=${encodeURIComponent(id)}`;
}

/** The page that `explain` prints. @throws RequestError where there is no such requirement */
export async function explainPage({ means }: Bench, query: URLSearchParams): Promise<WorkbenchPage> {
  const hasExample = query.has("example");
  const explained = await means.explain(query.get("id") ?? "", hasExample);
  if (explained === undefined) throw new RequestError(404, "There is no such requirement.");
  const { requirement, facts, example } = explained;
  const { id, slug, text } = requirement;
  const rows = facts.flatMap(([term, said]) => row(term, shown(said)));
  return pageOf(
    "catalogue",
    `${id} ${slug}`,
    p(h("strong", shown(text))),
    h("div.about", h("dl", rows)),
    hasExample
      ? printedLines("An example", example.length === 0 ? ["There is none."] : example)
      : p(h("a", { href: `${explainHref(id)}&example=1` }, "Show an example, played now")),
    p(link("catalogue", "All requirements")),
  );
}
