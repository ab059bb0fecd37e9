import { createContext, Script } from "node:vm";

/**
 * A pattern of a loaded document meets strings of the target's, and with some patterns a string of forty characters
 * takes a regular expression for ever. A time-out ends any of them, keeps every feature of ECMA-262 that a
 * document may use, and costs nothing to install; an engine of linear time lacks look-ahead and back-references.
 */
const patienceMs = 250;

/** A longer string is not held against a pattern. */
const longestTested = 10_000;

interface Pattern {
  /** True, too, where it could not be told: a pattern that hangs is never held against the target. */
  test(text: string): boolean;
  toString(): string;
}

const scope: { matches?: () => boolean } = {};
const context = createContext(scope);
const script = new Script("matches()");

/** In place of `new RegExp`. After its first time-out a pattern is not tried again, so that it costs one. */
export function boundedPattern(source: string, flags: string): Pattern {
  const expression = new RegExp(source, flags);
  let givenUp = false;
  return {
    test(text) {
      if (givenUp || text.length > longestTested) return true;
      scope.matches = () => expression.test(text);
      try {
        return script.runInContext(context, { timeout: patienceMs }) === true;
      } catch (error) {
        if (!isTimeOut(error)) throw error;
        givenUp = true;
        return true;
      }
    },
    toString: () => String(expression),
  };
}

/** The error comes from the other context: it is no `Error` of ours. */
function isTimeOut(error: unknown): boolean {
  return (
    typeof error === "object" &&
    error !== null &&
    "code" in error &&
    error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}

/** What ajv writes into code that stands alone, which this suite does not make. */
boundedPattern.code = "new RegExp";
