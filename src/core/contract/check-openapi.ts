import SwaggerParser from "@apidevtools/swagger-parser";
import type { ErrorObject } from "ajv";
import { HandedOver } from "./handed-over.ts";
import type { Spec } from "./spec.ts";
import { SpecError } from "./spec-error.ts";
import { own } from "./spec-file.ts";

type ParserDocument = Parameters<typeof SwaggerParser.validate>[1];

/**
 * Holds the document against the schema of OpenAPI 3.1, with references resolved, by swagger-parser.
 * It reads no file and no address: what the document refers to is handed over.
 * @throws SpecError for another version, and at what is not OpenAPI.
 */
export async function checkOpenApi(spec: Spec): Promise<void> {
  const version = own(spec.root.value, "openapi");
  if (typeof version !== "string" || !/^3\.1\.\d+$/.test(version)) {
    const problem = version === undefined ? "no OpenAPI document" : `OpenAPI ${String(version)} is not read`;
    throw new SpecError(
      problem,
      spec.place(spec.root.value, "openapi"),
      'Give an OpenAPI 3.0 or 3.1 document ("openapi: 3.1.0").',
    );
  }
  const handedOver = new HandedOver(spec);
  try {
    await SwaggerParser.validate(handedOver.rootAddress, handedOver.root() as ParserDocument, {
      // The schema of OpenAPI knows references; what they lead to in the same file, it looks at in its own place.
      dereference: { excludedPathMatcher: () => spec.files.size === 1 },
      resolve: {
        external: spec.files.size > 1,
        file: false,
        http: false,
        handedOver: {
          order: 1,
          canRead: true,
          read: ({ url }: { readonly url: string }) => handedOver.text(url),
        },
      },
    });
  } catch (cause) {
    throw specErrorOf(spec, cause);
  }
}

function specErrorOf(spec: Spec, cause: unknown): SpecError {
  const details =
    cause instanceof Error && "details" in cause ? (cause.details as readonly ErrorObject[]) : [];
  // `if`, `anyOf` and the like only repeat that something inside them fails; the deepest of the others says what.
  const telling = details.filter(({ keyword }) => !["if", "anyOf", "oneOf", "not", "$ref"].includes(keyword));
  const depth = ({ instancePath }: ErrorObject) => instancePath.split("/").length;
  const [first] = (telling.length > 0 ? telling : details).toSorted((a, b) => depth(b) - depth(a));
  if (first === undefined) {
    const message = cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : String(cause);
    return new SpecError(
      message,
      spec.place(spec.root.value),
      "Correct the document: it must be OpenAPI 3.1.",
    );
  }
  const extra: unknown = first.params.unevaluatedProperty ?? first.params.additionalProperty;
  const subject =
    first.instancePath.split("/").at(-1)?.replaceAll("~1", "/").replaceAll("~0", "~") || "the document";
  const problem =
    typeof extra === "string"
      ? `${subject} has a member ${JSON.stringify(extra)} that OpenAPI does not know`
      : `${subject} ${first.message}`;
  const pointer =
    first.instancePath +
    (typeof extra === "string" ? `/${extra.replaceAll("~", "~0").replaceAll("/", "~1")}` : "");
  return new SpecError(
    problem,
    spec.placeInResolved(pointer),
    "Correct it: the document must be OpenAPI 3.1.",
  );
}
