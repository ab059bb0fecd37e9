export function holding(all: readonly (readonly [holds: boolean, sentence: string])[]): readonly string[] {
  return all.flatMap(([holds, sentence]) => (holds ? [sentence] : []));
}

/** `LIST-1, LIST-2 and 4 more`: of many names the first, and how many more there are. */
export function firstNamed(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${names.length - most} more` : "";
  return `${names.slice(0, most).join(", ")}${more}`;
}
