import { readFileSync } from "node:fs";
import { isMap, isScalar, LineCounter, parseDocument } from "yaml";
import { embeddedText } from "../../core/contract/embedded-text.ts";
import { BoundedMap } from "../../core/exchange/bounded-map.ts";
import type { WireExchange } from "../../core/exchange/wire-exchange.ts";
import type { Report } from "../report.ts";

/** Where the loaded OpenAPI document describes an operation: a file in the reader's repository, and a line, from 1. */
export interface SpecPlace {
  readonly uri: string;
  readonly line: number;
}

/** A request of a run or of a client, its path below the base address. */
export interface Request {
  readonly method: string;
  readonly path: string;
}

export function requestOf({ method, target }: WireExchange): Request {
  return { method, path: target.replace(/\?.*$/su, "") };
}

/**
 * Maps a request to the line of its operation in the document, or to the first line. Reads the document again for its line
 * numbers; if it cannot (a URL), every place is the first line.
 */
export function specPlaces({ spec: { source, ownFile } }: Report) {
  const uri =
    ownFile === undefined ? encodeURI(source.replaceAll("\\", "/")) : "petstore-conformance/openapi.yaml";
  const lines = operationLines(ownFile === undefined ? textOf(source) : embeddedText(ownFile));
  return (request: Request | undefined): SpecPlace => {
    const line = request && lines.find((one) => one.matches(request))?.line;
    return { uri, line: line ?? 1 };
  };
}

function textOf(source: string): string {
  try {
    return readFileSync(source, "utf8");
  } catch {
    return "";
  }
}

/** Of the document that was asked for last: the reports of a run, and those of many runs, are about the same one. */
const known = new BoundedMap<string, ReturnType<typeof linesIn>>(1);

function operationLines(text: string) {
  const lines = known.get(text) ?? linesIn(text);
  known.set(text, lines);
  return lines;
}

function linesIn(text: string) {
  const counter = new LineCounter();
  const paths = parseDocument(text, { lineCounter: counter }).get("paths");
  if (!isMap(paths)) return [];
  const found: { line: number; templated: boolean; matches: (request: Request) => boolean }[] = [];
  for (const { key: path, value: item } of paths.items) {
    if (!isScalar(path) || !isMap(item)) continue;
    const template = String(path.value);
    for (const { key: method } of item.items) {
      if (!isScalar(method) || !method.range) continue;
      const verb = String(method.value).toUpperCase();
      found.push({
        line: counter.linePos(method.range[0]).line,
        templated: template.includes("{"),
        matches: (request) => request.method === verb && fits(template, request.path),
      });
    }
  }
  // `/things/mine` before `/things/{id}`.
  return found.toSorted((a, b) => Number(a.templated) - Number(b.templated));
}

function fits(template: string, path: string): boolean {
  const [wanted, given] = [template.split("/"), path.split("/")];
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => segment.startsWith("{") || segment === given[index])
  );
}
