import { escapeForTerminal, shorten } from "../escape.ts";

/** Characters of one text that the page keeps. */
const longest = 2000;

/**
 * Text of the target's for the page. The renderer escapes markup; what remains are characters that hide or
 * reorder the text around them.
 */
export function shown(text: string, most = longest): string {
  return shorten(escapeForTerminal(text), most);
}
