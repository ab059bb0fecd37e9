import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { parse } from "yaml";
import type { RequirementEntry, RulingEntry } from "#suites/catalogue.ts";

export interface OutlinePlace {
  readonly place: string;
  readonly kind: "heading" | "paragraph" | "bullet" | "statement" | "row";
  /** Why no requirement carries it. */
  readonly notJudged?: string;
}

const schemas: Readonly<Record<"requirements" | "outline" | "rulings", object>> = parse(
  readFileSync(join(import.meta.dirname, "catalogue-schemas.yaml"), "utf8"),
);

/** A file of the catalogue that is not what it has to be: says where, and what has to stand there. */
export class CatalogueError extends Error {}

/** What is in a `requirements.yaml`. @throws CatalogueError naming the file, the requirement and the field. */
export const readRequirements = reader<readonly RequirementEntry[]>("requirements");

/** What is in the outline: what ids begin with, in the order of reports, and the interface, place by place. @throws CatalogueError */
export const readOutline = reader<{
  readonly areas: readonly string[];
  readonly places: readonly OutlinePlace[];
}>("outline");

/** What is in `rulings.yaml`, by heading. @throws CatalogueError likewise. */
export const readRulings = reader<Readonly<Record<string, readonly RulingEntry[]>>>("rulings");

function reader<Content>(name: keyof typeof schemas): (file: string, text: string) => Content {
  let isOfForm: ValidateFunction<Content> | undefined;
  return (file, text) => {
    const content: unknown = parsed(file, text);
    isOfForm ??= new Ajv2020({ strictRequired: false }).compile<Content>(schemas[name]);
    if (isOfForm(content)) return content;
    const [first] = isOfForm.errors ?? [];
    throw new CatalogueError(
      `${file}: ${first === undefined ? "is not of its form" : inWords(first, content)}`,
    );
  };
}

function parsed(file: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new CatalogueError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function inWords({ instancePath, keyword, message = "", params }: ErrorObject, content: unknown): string {
  const path = instancePath.split("/").slice(1);
  const entry: unknown = Array.isArray(content) ? content[Number(path[0])] : undefined;
  const isNamed = typeof entry === "object" && entry !== null && "id" in entry;
  const place = isNamed ? [String(entry.id), ...path.slice(1)].join(" / ") : path.join(" / ");
  const { additionalProperty, allowedValues = [] } = params as {
    readonly additionalProperty?: string;
    readonly allowedValues?: readonly string[];
  };
  const what =
    additionalProperty !== undefined
      ? `there is no field "${additionalProperty}"`
      : keyword === "false schema"
        ? "an open requirement has none"
        : [message, ...(allowedValues.length === 0 ? [] : [allowedValues.join(", ")])].join(": ");
  return place === "" ? what : `${place}: ${what}`;
}
