/** Where in an answer something stands. `pointer`: a JSON pointer (RFC 6901) into the body; empty for all of it. */
export type Place =
  | { readonly in: "status" }
  | { readonly in: "header"; readonly name: string }
  | { readonly in: "body"; readonly pointer: string };

export const inStatus: Place = { in: "status" };

export function inHeader(name: string): Place {
  return { in: "header", name };
}

/** @param pointer a JSON pointer; without one, the whole body */
export function inBody(pointer = ""): Place {
  return { in: "body", pointer };
}
