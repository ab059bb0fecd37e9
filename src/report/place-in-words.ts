import type { Place } from "../core/check/verdict.ts";

/** A finding's place for people: `item 36, field \`ownerId\``. The JSON report has the pointer. */
export function placeInWords(place: Place): string {
  switch (place.in) {
    case "status":
      return "status";
    case "header":
      return `header ${place.name}`;
    case "body":
      return place.pointer === ""
        ? "the body"
        : place.pointer.slice(1).split("/").map(tokenInWords).join(", ");
  }
}

/** Items count from 0, as in the JSON pointer. */
function tokenInWords(token: string): string {
  if (/^\d+$/u.test(token)) return `item ${token}`;
  return `field \`${token.replaceAll("~1", "/").replaceAll("~0", "~")}\``;
}
