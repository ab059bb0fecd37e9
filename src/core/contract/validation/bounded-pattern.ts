import { createContext, Script } from "node:vm";

/**
 * A pattern of a loaded document meets strings of the target's, and with some patterns a string of forty characters
 * takes a regular expression for ever. A time-out ends any of them, keeps every feature of ECMA-262 that a
 * document may use, and costs nothing to install; an engine of linear time lacks look-ahead and back-references.
 */
const patienceMs = 250;

/** For all slow strings of one pattern together, since each may stay below the bound of one. */
const patienceInAllMs = 2000;
const slowMs = 5;

/** A longer string is not held against a pattern. */
const longestTested = 10_000;

/** The longest text that a simple pattern is tried on without a time-out. */
const longestUnwatched = 1000;

const scope: { matches?: () => boolean } = {};
const context = createContext(scope);
const script = new Script("matches()");

/**
 * In place of `new RegExp`, with the flag u, which ajv asks for. After a time-out, or much slowness, a pattern is not tried again.
 * @param timeout of one text, in ms
 */
export function boundedPattern(source: string, _flags = "u", timeout = patienceMs) {
  const expression = expressionOf(source);
  const simple = isSimple(source);
  let givenUp = false;
  let slowForMs = 0;
  return {
    /** True, too, where it could not be determined: a pattern that hangs is never held against the target. */
    test(text: string): boolean {
      if (simple && text.length <= longestUnwatched) return expression.test(text);
      if (givenUp || text.length > longestTested) return true;
      scope.matches = () => expression.test(text);
      const began = performance.now();
      try {
        return script.runInContext(context, { timeout }) === true;
      } catch (error) {
        // The error comes from the other context: it is no `Error` of ours.
        if (Reflect.get(Object(error), "code") !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
        givenUp = true;
        return true;
      } finally {
        const tookMs = performance.now() - began;
        if (tookMs > slowMs) slowForMs += tookMs;
        if (slowForMs > patienceInAllMs) givenUp = true;
      }
    },
    toString: () => String(expression),
  };
}

/**
 * Nearly all patterns of documents: with one quantifier at most, none on a group, and few alternatives, it takes time
 * quadratic in the text at worst. So neither a time-out nor a busy machine can change its result.
 */
function isSimple(source: string): boolean {
  const count = (of: RegExp) => source.match(of)?.length ?? 0;
  return count(/[*+?{]/g) <= 1 && count(/\)[*+?{]/g) === 0 && count(/\|/g) <= 8;
}

/**
 * With the flag u, as JSON Schema advises; without it where it is no expression then: nearly every large document escapes
 * a hyphen or an underscore somewhere, which u forbids and all engines allow without it (ECMA-262, Annex B).
 * @throws SyntaxError where it is no expression either way.
 */
export function expressionOf(source: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch {
    return new RegExp(source);
  }
}

/** ajv writes this into standalone code, which this suite does not generate. */
boundedPattern.code = "new RegExp";
