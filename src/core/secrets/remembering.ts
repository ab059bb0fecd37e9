/** In characters: the answers, events and reports of a run hold the same texts many times. */
const mostRemembered = 1 << 25;

/** What is made of a text, remembered until it would come out otherwise. */
export interface Remembering {
  of(text: string): string;
  forget(): void;
}

export function remembering(make: (text: string) => string): Remembering {
  const known = new Map<string, string>();
  let remembered = 0;
  const forget = () => {
    known.clear();
    remembered = 0;
  };
  return {
    forget,
    of: (text) => {
      const before = known.get(text);
      if (before !== undefined) return before;
      remembered += text.length;
      if (remembered > mostRemembered) forget();
      const made = make(text);
      known.set(text, made);
      return made;
    },
  };
}
