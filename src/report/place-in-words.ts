/** A finding's place for people: `item 36, field \`categoryId\`` for `body /36/categoryId`. The JSON report keeps the pointer. */
export function placeInWords(where: string): string {
  if (where === "body") return "the body";
  const pointer = /^body (?<pointer>\/.*)$/su.exec(where)?.groups?.pointer;
  return pointer === undefined ? where : pointer.slice(1).split("/").map(tokenInWords).join(", ");
}

/** Items count from 0, as in the JSON pointer. */
function tokenInWords(token: string): string {
  if (/^\d+$/u.test(token)) return `item ${token}`;
  return `field \`${token.replaceAll("~1", "/").replaceAll("~0", "~")}\``;
}
