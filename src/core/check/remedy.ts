/** What would test something: options of the run, or another change. */
export type Remedy =
  | { readonly options: readonly OptionGiven[] }
  /** A condition, or what to do: `a store that holds more`. */
  | { readonly change: string };

interface OptionGiven {
  /** Without its hyphens: `max-creates`. */
  readonly option: string;
  /** Undefined where the option takes none. */
  readonly value?: string | number;
}
