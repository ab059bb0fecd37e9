import { isInt64 } from "../json/number.ts";

/** A value that was read, as the code has it: a flag, a number (milliseconds, bytes), a text. */
export type OptionValue = boolean | number | string;

/** All that is known of one kind of value. Values are in the unit of the code, where nothing else is said. */
export interface Kind<Value extends OptionValue = OptionValue> {
  readonly kind: string;
  /** What a value must be, as it completes "must be". */
  readonly words: string;
  /** The unit or type in code, and in a text, where the words do not say it. */
  readonly unit?: string;
  readonly unitInText?: string;
  /** What to say in place of `words` of a value that is nearly right. */
  readonly closerWords?: (value: unknown) => string | undefined;
  readonly example: OptionValue;
  /** What stands for the value in the help; undefined for a flag, which has none. */
  readonly placeholder?: string;
  readonly of?: readonly string[];
  /** What a text means; without it, itself. */
  readonly read?: (text: string) => unknown;
  /** A value as a command line takes it, where that is not as the code has it. */
  readonly asText?: (value: number) => string;
  readonly accepts: (value: unknown) => value is Value;
  /** The JSON Schema (2020-12) of a value in a file of options. */
  readonly schema: object;
}

/** One row of a table of options: all that parsing, help, configuration file and library know of it. */
export interface Option extends OptionRow {
  /** Without the dashes: `max-burst`. The same name is the key in the configuration file. */
  readonly name: string;
}

interface OptionRow {
  /** Undefined: it is named as its key in the table is: `maxBurst` is `max-burst`. */
  readonly name?: string;
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

export interface OptionGroup {
  readonly title: string;
  readonly options: readonly Option[];
}

/** A table of options, by their names in the code. */
export type Options = Readonly<Record<string, Option>>;

type Named<Table> = { readonly [Key in keyof Table]: Table[Key] & { readonly name: string } };

export function optionTable<const Table extends Readonly<Record<string, OptionRow>>>(
  table: Table,
): Named<Table> {
  const named = Object.entries(table).map(([key, option]) => {
    const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [key, { name, ...option }];
  });
  // Each row has what the table has, and a name.
  return Object.fromEntries(named) as Named<Table>;
}

type OneValue<K> = K extends Kind<infer Value> ? Value : never;

type ValueOf<O extends Option> = O extends { readonly repeatable: true }
  ? readonly OneValue<O["value"]>[]
  : O extends { readonly default: OptionValue }
    ? OneValue<O["value"]>
    : OneValue<O["value"]> | undefined;

/** What a table gives once it is read: a list of what is repeatable; undefined where nothing is given and there is no default. */
export type Values<Table extends Options> = { readonly [Key in keyof Table]: ValueOf<Table[Key]> };

/** What was given for each option, by its name and in order; one value unless the option is repeatable. */
export type Given = ReadonlyMap<string, readonly OptionValue[]>;

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

export const flag: Kind<boolean> = {
  kind: "flag",
  words: "true or false",
  example: true,
  accepts: (value) => typeof value === "boolean",
  schema: { type: "boolean" },
};

export function choice<const Choices extends readonly string[]>(
  ...of: Choices
): Kind<Choices[number]> & { readonly of: Choices } {
  return {
    ...{ kind: "choice", of, words: `one of ${of.join(", ")}`, example: of[0] ?? "" },
    placeholder: of.join("|"),
    accepts: (value): value is Choices[number] => isText(value) && of.includes(value),
    schema: { enum: of },
  };
}

export function whole(least: number, most: number): Kind<number> {
  return {
    kind: "whole",
    words: `a whole number from ${grouped(least)} to ${grouped(most)}`,
    example: Math.min(most, Math.max(least, 100)),
    placeholder: "N",
    read: (text) => (/^\d{1,16}$/.test(text) ? Number(text) : Number.NaN),
    accepts: (value): value is number => isWithin(least, most, value) && Number.isInteger(value),
    schema: { type: "integer", minimum: least, maximum: most },
  };
}

/** Reads a number with one of these units, of which `""` is that of a number alone; NaN for any other text. */
function measureIn(text: string, units: ReadonlyMap<string, number>): number {
  const [, digits, unit = ""] = /^(\d{1,9}(?:\.\d{1,3})?)([A-Za-z]+)?$/.exec(text) ?? [];
  return Math.round(Number(digits) * (units.get(unit) ?? Number.NaN));
}

const unitMs = new Map(Object.entries({ "": 1000, ms: 1, s: 1000, m: 60_000, h: 3_600_000 }));

/** Bounds in seconds. As text `10`, `2.5`, `500ms`, `10s`, `15m` or `1h`; in the code milliseconds. */
export function seconds(least: number, most: number): Kind<number> {
  return {
    kind: "seconds",
    words: `a time from ${grouped(least)} to ${grouped(most)} seconds`,
    unit: ", in milliseconds",
    example: 1000 * Math.min(most, Math.max(least, 30)),
    placeholder: "SECONDS",
    read: (text) => measureIn(text, unitMs),
    asText: (ms) => String(ms / 1000),
    accepts: (value): value is number => isWithin(1000 * least, 1000 * most, value),
    schema: {
      anyOf: [
        { type: "number", minimum: least, maximum: most },
        { type: "string", pattern: "^\\d{1,9}(\\.\\d{1,3})?(ms|s|m|h)$" },
      ],
    },
  };
}

/** Kilobytes are those of a thousand bytes in either case. */
const unitBytes = new Map(
  Object.entries({ "": 1, B: 1, kB: 1000, KB: 1000, MB: 1_000_000, KiB: 2 ** 10, MiB: 2 ** 20 }),
);

/** As a size is read: `2MiB`, `500kB`, `1234567`. */
export function sizeInWords(bytes: number): string {
  const units = ["MiB", "MB", "kB", "KiB"].map((unit) => [unit, unitBytes.get(unit) ?? 1] as const);
  const fitting = units.find(([, size]) => bytes >= size && bytes % size === 0);
  return fitting === undefined ? String(bytes) : `${bytes / fitting[1]}${fitting[0]}`;
}

/** Bounds in bytes. As text `2097152`, `500kB`, `1.5MB` or `8MiB`; in the code bytes. */
export function bytes(least: number, most: number): Kind<number> {
  return {
    kind: "bytes",
    words: `a size from ${least / 1000} kB to ${most / 1_000_000} MB`,
    unit: ", in bytes",
    unitInText: ", with its unit or in bytes",
    example: 8_000_000,
    placeholder: "SIZE",
    read: (text) => measureIn(text, unitBytes),
    asText: sizeInWords,
    accepts: (value): value is number => isWithin(least, most, value) && Number.isInteger(value),
    schema: {
      anyOf: [
        { type: "integer", minimum: least, maximum: most },
        {
          type: "string",
          pattern: `^(\\d{1,9}(?:\\.\\d{1,3})?)(${[...unitBytes.keys()].filter(Boolean).join("|")})?$`,
        },
      ],
    },
  };
}

const days = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

export const date: Kind<string> = {
  ...pattern(days, "a date as YYYY-MM-DD", "2030-12-05"),
  ...{ kind: "date", placeholder: "DATE" },
  closerWords: (value) => (isText(value) && days.test(value) ? "a day of the calendar" : undefined),
  accepts: (value): value is string => isText(value) && days.test(value) && isCalendarDay(value),
};

/** Exact digits; in the configuration file a number too. */
export const int64: Kind<string> = {
  kind: "int64",
  words: "a whole number of 64 bits",
  unit: ", as text",
  example: "1",
  placeholder: "N",
  read: (text) => text,
  accepts: (value): value is string =>
    isText(value) && /^(?:0|-?[1-9]\d{0,18})$/.test(value) && isInt64(BigInt(value)),
  schema: { anyOf: [{ type: "integer" }, { type: "string", pattern: "^(0|-?[1-9]\\d{0,18})$" }] },
};

/** @param words completes "must be" */
export function path(words = "a file"): Kind<string> {
  return { ...text(words), kind: "path", placeholder: "FILE" };
}

/** Any but an empty one. @param words completes "must be" */
export function text(words: string): Kind<string> {
  return {
    ...{ kind: "text", words, example: "…", placeholder: "VALUE" },
    accepts: (value): value is string => isText(value) && value !== "",
    schema: { type: "string", minLength: 1 },
  };
}

/** @param words completes "must be" */
export function pattern(pattern: RegExp, words: string, example: string): Kind<string> {
  return {
    ...{ ...text(words), kind: "pattern", example },
    accepts: (value): value is string => isText(value) && pattern.test(value),
    schema: { type: "string", pattern: pattern.source },
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isWithin(least: number, most: number, value: unknown): value is number {
  return typeof value === "number" && value >= least && value <= most;
}

function grouped(value: number): string {
  return value.toLocaleString("en-US");
}

function isCalendarDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
