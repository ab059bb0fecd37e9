/** What a value of an option may be. A length of time and a size have one unit in the code, and several in a text. */
export type Kind =
  | { readonly kind: "flag" }
  | { readonly kind: "choice"; readonly of: readonly string[] }
  | { readonly kind: "whole"; readonly least: number; readonly most: number }
  /** Bounds in seconds. As text `10`, `2.5`, `500ms`, `10s` or `15m`; in the code milliseconds. */
  | { readonly kind: "seconds"; readonly least: number; readonly most: number }
  /** Bounds in bytes. As text `2097152`, `500kB`, `1.5MB` or `8MiB`; in the code bytes. */
  | { readonly kind: "bytes"; readonly least: number; readonly most: number }
  /** A day of the calendar, `2030-12-05`. */
  | { readonly kind: "date" }
  /** Exact digits; in the configuration file a number too. */
  | { readonly kind: "int64" }
  | { readonly kind: "path"; readonly words: string }
  | { readonly kind: "pattern"; readonly pattern: RegExp; readonly words: string; readonly example: string }
  | { readonly kind: "text"; readonly words: string };

/** A value that was read, as the code has it: a flag, a number (milliseconds, bytes), a text. */
export type OptionValue = boolean | number | string;

/** One row of a table of options: all that parsing, help, configuration file and library know of it. */
export interface Option {
  /** Without the dashes: `max-burst`. The same name is the key in the configuration file. */
  readonly name: string;
  readonly value: Kind;
  /** One letter that stands for it on the command line: `q`. */
  readonly short?: string;
  /** Separates the values where one text of the command line may hold several. */
  readonly separator?: RegExp;
  readonly help: string;
  /** The default, in the unit of the code. */
  readonly default?: OptionValue;
  /** The default in words, if it is not a single value. */
  readonly otherwise?: string;
  /** May be given more than once; in the configuration file and in the library a list. */
  readonly repeatable?: true;
  /** What stands for the value in the help, where its kind does not say it: `ID|AREA`. */
  readonly placeholder?: string;
  /** Why it may not stand in the configuration file: it completes "…, because". */
  readonly notInConfig?: string;
  /** It stands in the configuration file alone: the command line refuses it, and no help shows it. */
  readonly inFileOnly?: true;
  /** Its value may be a secret: no message repeats it. */
  readonly secret?: true;
}

/** Options that the help shows together. */
export interface OptionGroup {
  readonly title: string;
  readonly options: readonly Option[];
}

/** A table of options, by their names in the code. */
export type Options = Readonly<Record<string, Option>>;

type Unnamed = Omit<Option, "name"> & Partial<Pick<Option, "name">>;

/** A table of options; an option without a name is named as its key is: `maxBurst` is `max-burst`. */
export function optionTable<const Table extends Readonly<Record<string, Unnamed>>>(
  table: Table,
): { readonly [Key in keyof Table]: Table[Key] & Pick<Option, "name"> } {
  const named = Object.entries(table).map(([key, option]) => {
    const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [key, { name, ...option }];
  });
  // Each row has what the table has, and a name.
  return Object.fromEntries(named) as { readonly [Key in keyof Table]: Table[Key] & Pick<Option, "name"> };
}

type OneValue<K extends Kind> = K extends { readonly kind: "flag" }
  ? boolean
  : K extends { readonly kind: "choice"; readonly of: readonly (infer Choice)[] }
    ? Choice
    : K extends { readonly kind: "whole" | "seconds" | "bytes" }
      ? number
      : string;

type ValueOf<O extends Option> = O extends { readonly repeatable: true }
  ? readonly OneValue<O["value"]>[]
  : O extends { readonly default: OptionValue }
    ? OneValue<O["value"]>
    : OneValue<O["value"]> | undefined;

/** What a table gives once it is read: a list of what is repeatable; undefined where nothing is given and there is no default. */
export type Values<Table extends Options> = { readonly [Key in keyof Table]: ValueOf<Table[Key]> };

/** What was given for each option, by its name and in order; one value unless the option is repeatable. */
export type Given = ReadonlyMap<string, readonly OptionValue[]>;

/** What was given but for these options. */
export function without(given: Given, names: readonly string[]): Given {
  return new Map([...given].filter(([name]) => !names.includes(name)));
}

/** The values of a table. `given` returns what was given for an option; undefined: nothing. */
export function valuesOf<Table extends Options>(
  table: Table,
  given: (option: Option, key: string) => readonly OptionValue[] | undefined,
): Values<Table> {
  const entries = Object.entries(table).map(([key, option]) => {
    const values = given(option, key);
    return [key, option.repeatable === true ? (values ?? []) : (values?.[0] ?? option.default)];
  });
  // Every value was read by the kind of its own row, which is what the type says.
  return Object.fromEntries(entries) as Values<Table>;
}

/** What was given for a table that the code does not know, by the names of its rows. */
export type Declared = Readonly<Record<string, OptionValue | readonly OptionValue[] | undefined>>;

/** The same for the table that it was read by. */
export function declaredBy<Table extends Options>(table: Table, declared: Declared): Values<Table> {
  return valuesOf(table, (_, key) => {
    const value = declared[key];
    if (value === undefined) return undefined;
    return typeof value === "object" ? value : [value];
  });
}

type KindOf<Name extends Kind["kind"]> = Extract<Kind, { readonly kind: Name }>;

export const flag: KindOf<"flag"> = { kind: "flag" };
export const date: KindOf<"date"> = { kind: "date" };
export const int64: KindOf<"int64"> = { kind: "int64" };

export function choice<const Choices extends readonly string[]>(
  ...of: Choices
): { readonly kind: "choice"; readonly of: Choices } {
  return { kind: "choice", of };
}

export function whole(least: number, most: number): KindOf<"whole"> {
  return { kind: "whole", least, most };
}

export function seconds(least: number, most: number): KindOf<"seconds"> {
  return { kind: "seconds", least, most };
}

export function bytes(least: number, most: number): KindOf<"bytes"> {
  return { kind: "bytes", least, most };
}

/** @param words completes "must be" */
export function path(words = "a file"): KindOf<"path"> {
  return { kind: "path", words };
}

/** @param words completes "must be" */
export function text(words: string): KindOf<"text"> {
  return { kind: "text", words };
}

/** @param words completes "must be" */
export function pattern(pattern: RegExp, words: string, example: string): KindOf<"pattern"> {
  return { kind: "pattern", pattern, words, example };
}
