import type { Hooks, Operation, Route } from "../hooks/call.ts";

const paths: readonly (readonly [path: RegExp, operations: Readonly<Record<string, Operation>>])[] = [
  [/^\/v1\/categories$/, { GET: "listCategories" }],
  [/^\/v1\/pets\/[^/]+\/photos$/, { GET: "listPhotos", POST: "createPhoto" }],
  [/^\/v1\/pets\/[^/]+\/photos\/[^/]+$/, { DELETE: "deletePhoto" }],
  [/^\/v1\/store\/orders$/, { GET: "listOrders" }],
  [/^\/v1\/store\/stock$/, { GET: "readStock" }],
];

/** The server of the revision that `extension.yaml` describes: categories, photos and orders beside the animals. */
export function extension(correct: Hooks): Partial<Hooks> {
  return {
    resolveRoute(method, path): Route {
      const operations = paths.find(([pattern]) => pattern.test(path))?.[1];
      if (operations === undefined) return correct.resolveRoute(method, path);
      const operation = Object.hasOwn(operations, method) ? operations[method] : undefined;
      return operation === undefined
        ? { kind: "unknown-method", allow: Object.keys(operations) }
        : { kind: "operation", operation, petId: "" };
    },
  };
}
