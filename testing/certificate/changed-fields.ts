/** A field of a recording: in which line, by which keys, and its place, in which items of lists are not distinguished. */
interface Field {
  readonly line: number;
  readonly keys: readonly string[];
  readonly place: string;
}

/** Every value in the lines of a recording. */
export function fieldsIn(lines: readonly string[]): readonly Field[] {
  return lines.flatMap((text, line) => {
    const fields: Field[] = [];
    const walk = (value: unknown, place: string, keys: readonly string[]): void => {
      if (typeof value !== "object" || value === null) fields.push({ line, keys, place });
      else
        for (const [key, member] of Object.entries(value))
          walk(member, Array.isArray(value) ? `${place}[]` : `${place}.${key}`, [...keys, key]);
    };
    const parsed: { readonly kind: string } = JSON.parse(text);
    walk(parsed, parsed.kind, []);
    return fields;
  });
}

/** The lines with another value in one field, of the same type. */
export function withChanged(lines: readonly string[], { line, keys }: Field): readonly string[] {
  return lines.map((text, at) => {
    if (at !== line) return text;
    const parsed: object = JSON.parse(text);
    const holder = keys.slice(0, -1).reduce<object>((of, key) => Reflect.get(of, key), parsed);
    const key = keys.at(-1) ?? "";
    Reflect.set(holder, key, other(Reflect.get(holder, key)));
    return JSON.stringify(parsed);
  });
}

function other(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string") return "x";
  const third = value[2] === "0" ? "1" : "0";
  return value.length > 3 ? `${value.slice(0, 2)}${third}${value.slice(3)}` : `${value}0`;
}
