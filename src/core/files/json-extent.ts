/** How much one JSON text may hold, before it is parsed: a parser would fill the memory, or the stack, with more. */
interface JsonExtent {
  /** Objects, arrays, and what stands in them. */
  readonly values: number;
  /** How many objects and arrays stand inside one another. */
  readonly levels: number;
}

/** Of what is signed or recorded: far more than any of it has. */
export const usualExtent: JsonExtent = { values: 1_500_000, levels: 64 };

export function exceeds(text: Uint8Array, extent: JsonExtent): boolean {
  return valuesIn(text, extent) === undefined;
}

/** About how many values a text holds, at a glance; undefined where it exceeds the extent. What is no JSON may count as anything. */
export function valuesIn(
  text: Uint8Array,
  { values: most, levels: mostLevels }: JsonExtent,
): number | undefined {
  let [levels, values, isText] = [0, 1, false];
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (isText) {
      if (byte === 0x5c) at += 1;
      else if (byte === 0x22) isText = false;
    } else if (byte === 0x22) isText = true;
    else if (byte === 0x2c) values += 1;
    else if (byte === 0x7b || byte === 0x5b) {
      values += 1;
      levels += 1;
      if (levels > mostLevels) return undefined;
    } else if (byte === 0x7d || byte === 0x5d) levels -= 1;
  }
  return values > most ? undefined : values;
}
