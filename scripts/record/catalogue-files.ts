import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { parse } from "yaml";
import type { RequirementEntry, RulingEntry } from "#suites/catalogue.ts";

const wholeSentence = { type: "string", pattern: "^[A-Z].*\\.$" };

const judged = { required: ["likelyCause", "howToFix"] };
const open = { properties: { likelyCause: false, howToFix: false, operations: false } };

const requirements = {
  type: "array",
  minItems: 1,
  items: {
    type: "object",
    additionalProperties: false,
    required: ["id", "slug", "level", "places", "sentence"],
    properties: {
      id: { type: "string", pattern: "^[A-Z][A-Z0-9]*-[1-9][0-9]*$" },
      slug: { type: "string", pattern: "^[a-z0-9]+(-[a-z0-9]+){1,4}$" },
      level: { enum: ["must", "should", "open"] },
      places: { type: "array", minItems: 1, uniqueItems: true, items: { type: "string" } },
      rulings: { type: "array", minItems: 1, uniqueItems: true, items: { type: "integer" } },
      operations: { type: "array", minItems: 1, uniqueItems: true, items: { type: "string" } },
      sentence: wholeSentence,
      likelyCause: wholeSentence,
      howToFix: wholeSentence,
    },
    if: { properties: { level: { const: "open" } } },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: open,
    else: judged,
  },
};

const placeKinds = ["heading", "paragraph", "bullet", "statement", "row"] as const;

export interface OutlinePlace {
  readonly place: string;
  readonly kind: (typeof placeKinds)[number];
  /** Why no requirement carries it. */
  readonly notJudged?: string;
}

const outline = {
  type: "object",
  additionalProperties: false,
  required: ["areas", "places"],
  properties: {
    areas: { type: "array", uniqueItems: true, items: { type: "string" } },
    places: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["place", "kind"],
        properties: {
          place: { type: "string" },
          kind: { enum: placeKinds },
          notJudged: { type: "string", minLength: 1 },
        },
      },
    },
  },
};

const rulings = {
  type: "object",
  additionalProperties: {
    type: "array",
    items: {
      type: "object",
      additionalProperties: false,
      required: ["number", "text"],
      properties: {
        number: { type: "integer", minimum: 1 },
        text: { type: "string", pattern: "^[A-Z`].*[^.|\\s]$" },
        carried: { enum: ["not sent", "every run"] },
      },
    },
  },
};

/** A file of the catalogue that is not what it has to be: says where, and what has to stand there. */
export class CatalogueError extends Error {}

/** What is in a `requirements.yaml`. @throws CatalogueError naming the file, the requirement and the field. */
export const readRequirements = reader<readonly RequirementEntry[]>(requirements);

/** What is in the outline: what ids begin with, in the order of reports, and the interface, place by place. @throws CatalogueError */
export const readOutline = reader<{
  readonly areas: readonly string[];
  readonly places: readonly OutlinePlace[];
}>(outline);

/** What is in `rulings.yaml`, by heading. @throws CatalogueError likewise. */
export const readRulings = reader<Readonly<Record<string, readonly RulingEntry[]>>>(rulings);

function reader<Content>(form: object): (file: string, text: string) => Content {
  let isOfForm: ValidateFunction<Content> | undefined;
  return (file, text) => {
    const content: unknown = parsed(file, text);
    isOfForm ??= new Ajv2020({ strictRequired: false }).compile<Content>(form);
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
