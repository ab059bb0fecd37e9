import { escapeForTerminal, shorten } from "../../core/json/escape.ts";

/** Characters of one text that the page keeps. */
const longest = 2000;

/**
 * Text from the target, for the page. The renderer escapes markup; this escapes characters that hide or reorder
 * the text around them.
 */
export function shown(text: string, most = longest): string {
  return shorten(escapeForTerminal(text), most);
}
