import type { VNode } from "preact";
import { counted } from "../../core/check/counted.ts";
import type { SuiteWords } from "../../core/check/suite.ts";
import type {
  CredentialKind,
  MapColumn,
  MapRow,
  OperationMap,
  WhyNot,
} from "../../core/run/map/operation-map.ts";
import { isTried } from "../reach.ts";
import { whyInWords } from "../why-in-words.ts";
import { h, shown, table } from "./element.ts";

const credentials: Readonly<Record<CredentialKind, string>> = {
  valid: "with the key",
  otherwise: "key altered or elsewhere",
  invalid: "invalid key",
  none: "no key",
};

/** How much of the map there is to see: `39 of 56 kinds of values`. */
export function mapInBrief(map: readonly OperationMap[]): string {
  const rows = map.flatMap((operation) => operation.rows);
  return `${rows.filter(isTried).length} of ${counted(rows.length, "kind")} of values`;
}

/** A table an operation: kinds of values by credential and state of the store, and why some were not looked at. */
export function mapSection(map: readonly OperationMap[], words: SuiteWords): VNode[] {
  return [
    h(
      "p.soft.small",
      "How many answered requests had a value of each kind, by how much the store held and by the credential. Without the key few kinds are sent: the answer has to be the same for all.",
    ),
    ...map.flatMap((operation) => operationTable(operation, words)),
    ...statesNotMet(map, words),
  ];
}

function operationTable({ method, path, columns, rows }: OperationMap, words: SuiteWords): VNode[] {
  const title = `${method} ${shown(path, 100)}`;
  const met = columns.flatMap(({ answered }, i) => (answered > 0 ? [i] : []));
  const [first] = columns;
  if (met.length === 0)
    return [h("h3", title), h("p", `Not looked at: ${inWords(rows[0]?.whyNot ?? first?.whyNot, words)}.`)];
  const figures = (answered: readonly number[]) =>
    met.map((i) => (answered[i] === 0 ? "·" : String(answered[i])));
  return [
    h("h3", title),
    h(
      "div.map",
      table(
        `What was looked at of ${title}`,
        ["Values", ...columns.filter((_, i) => met.includes(i)).map(columnName)],
        [
          ["any", ...figures(columns.map(({ answered }) => answered))],
          ...merged(rows).map(({ place, values, answered, whyNot }) => [
            [
              h("code", shown(place, 100)),
              ` ${shown(values.join(", "), 400)}`,
              whyNot && h("span.soft.small", ` – ${inWords(whyNot, words)}`),
            ],
            ...figures(answered),
          ]),
        ],
      ),
    ),
    ...notLookedAt(
      columns.filter(({ state }) => state === undefined),
      words,
    ),
  ];
}

/** States of the store that no request met, whichever operation it was for. */
function statesNotMet(map: readonly OperationMap[], words: SuiteWords): VNode[] {
  const met = new Set(
    map.flatMap(({ columns }) => columns.flatMap(({ answered, state }) => (answered > 0 ? [state] : []))),
  );
  const unmet = map[0]?.columns.filter(({ state }) => state !== undefined && !met.has(state)) ?? [];
  return notLookedAt(unmet, words);
}

function notLookedAt(columns: readonly MapColumn[], words: SuiteWords): VNode[] {
  const names = columns.flatMap((column) =>
    column.whyNot === undefined ? [] : [`${columnName(column)} (${inWords(column.whyNot, words)})`],
  );
  return names.length === 0 ? [] : [h("p.soft.small", `Not looked at: ${names.join(", ")}.`)];
}

/** Kinds of one input that no request had, for one reason, are one row. */
function merged(rows: readonly MapRow[]) {
  const same = ({ place, value, answered, whyNot }: MapRow): string =>
    JSON.stringify(answered.some((n) => n > 0) ? [place, value] : [place, whyNot]);
  return [...Map.groupBy(rows, same).values()].flatMap((of) => {
    const [first] = of;
    return first === undefined ? [] : [{ ...first, values: of.map(({ value }) => value) }];
  });
}

function columnName({ credential, state }: MapColumn): string {
  return shown(state ?? credentials[credential.kind], 60);
}

function inWords(whyNot: WhyNot | undefined, words: SuiteWords): string {
  return whyNot === undefined ? "" : shown(whyInWords(whyNot, words, "them"));
}
