/** A reason that a source can give for `untested` or `inconclusive`, with `…` for what is known only in a run. */
export interface FoundReason {
  readonly path: string;
  readonly reason: string;
}

/** What passes a reason on, in place of words of its own. */
export interface PassedOn {
  readonly path: string;
  readonly expression: string;
}

/** Where a reason begins: a property of an Unresolved, or what an observer, or the sender, is given. */
const beginnings = /(?<![\w.])(?:reason: |reason:\s*\n\s*)|\.(?:untested|inconclusive)\(\s*|\blost\(\s*/g;

/** Every reason in the text of a source file. */
export function reasonsIn(path: string, text: string): { reasons: FoundReason[]; passedOn: PassedOn[] } {
  const reasons: FoundReason[] = [];
  const passedOn: PassedOn[] = [];
  for (const match of text.matchAll(beginnings)) {
    const start = match.index + match[0].length;
    const isProperty = match[0].startsWith("reason");
    if (isProperty && !isUnresolved(enclosing(text, match.index))) continue;
    const { literals, source } = expressionAt(text, start);
    // A declaration: its parameter, its type, or the reason of a cause.
    if (/^(?:readonly |reason: |string\b|undefined$)/.test(source)) continue;
    for (const reason of literals) reasons.push({ path, reason });
    if (literals.length === 0) passedOn.push({ path, expression: source });
  }
  return { reasons, passedOn };
}

/** An object with a kind that is not, or not always, `not-applicable`. */
function isUnresolved(object: string): boolean {
  return /\bkind\b\s*[:,}]/.test(object) && !/\bkind: "not-applicable"/.test(object);
}

/** The text between the braces around a place. */
function enclosing(text: string, place: number): string {
  let depth = 0;
  let start = place;
  for (; start > 0 && depth < 1; start -= 1) {
    if (text[start - 1] === "}") depth -= 1;
    if (text[start - 1] === "{") depth += 1;
  }
  let end = place;
  for (depth = 0; end < text.length && depth > -1; end += 1) {
    if (text[end] === "{") depth += 1;
    if (text[end] === "}") depth -= 1;
  }
  return text.slice(start, end);
}

/** The expression that begins there: its source, and the strings that it may be, but for those inside its calls. */
function expressionAt(text: string, start: number): { literals: string[]; source: string } {
  const literals: string[] = [];
  let depth = 0;
  let at = start;
  for (; at < text.length; at += 1) {
    const char = text[at] ?? "";
    if (char === '"' || char === "`") {
      const { value, end } = literalAt(text, at);
      // What is compared with is no reason.
      if (depth === 0 && !/[=!]==\s*$/.test(text.slice(start, at))) literals.push(value);
      at = end;
    } else if ("([{".includes(char)) depth += 1;
    else if (")]}".includes(char) && depth > 0) depth -= 1;
    else if (depth === 0 && ",;)]}".includes(char)) break;
  }
  return { literals, source: text.slice(start, at).replace(/\s+/g, " ").trim() };
}

function literalAt(text: string, start: number): { value: string; end: number } {
  const quote = text[start];
  let value = "";
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === quote) return { value, end: at };
    if (text[at] === "\\") {
      at += 1;
      value += text[at];
    } else if (quote === "`" && text.startsWith("${", at)) {
      value += "…";
      for (let depth = 1, next = at + 2; depth > 0; next += 1) {
        if (text[next] === "{") depth += 1;
        if (text[next] === "}") depth -= 1;
        at = next;
      }
    } else value += text[at];
  }
  throw new Error(`a string that begins at ${start} does not end`);
}
