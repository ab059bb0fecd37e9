import type { IncomingMessage } from "node:http";
import type { Option } from "#core/options/option.ts";
import { bytesWithin, FileTooLarge } from "#files/read-bounded.ts";
import { RequestError } from "./actions.ts";

/** What a form posts, in bytes. */
const mostBytes = 64_000;

export type FormValues = ReadonlyMap<string, readonly string[]>;

/** @throws RequestError for a body that is no form or is too large */
export async function readForm(request: IncomingMessage): Promise<FormValues> {
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/x-www-form-urlencoded(?:;|$)/i.test(type))
    throw new RequestError(415, "The workbench accepts forms only.");
  const bytes = await bytesWithin(request, mostBytes).catch((error: unknown) => {
    throw error instanceof FileTooLarge
      ? new RequestError(413, `A form may have ${mostBytes / 1000} kB.`)
      : error;
  });
  const fields = new URLSearchParams(bytes.toString("utf8"));
  return new Map([...fields.keys()].map((name) => [name, fields.getAll(name)]));
}

/** The only value of a field, without spaces around it; empty where nothing was given. */
export function fieldOf(values: FormValues, name: string): string {
  return (values.get(name)?.[0] ?? "").trim();
}

/** @throws RequestError for a field that the form does not have, before anything is done */
export function refuseOthers(values: FormValues, fields: readonly string[]): void {
  const other = [...values.keys()].find((name) => !fields.includes(name));
  if (other !== undefined)
    throw new RequestError(
      400,
      `The page may not set ${JSON.stringify(other)}: nothing was done. An option that the form does not have is given on the command line of ui, or in the configuration file.`,
    );
}

/** What a form says of these options, as a command line: what reads that checks it. */
export function asArguments(values: FormValues, options: readonly Option[]): readonly string[] {
  return options.flatMap((option) => {
    const { name, value, repeatable, separator } = option;
    const given = fieldOf(values, name);
    if (given === "") return [];
    if (value.kind === "flag") return [`--${name}`];
    // One value per line, since a value may hold any other character.
    const each = repeatable === true && separator === undefined ? given.split(/\s*\n\s*/) : [given];
    return each.map((one) => `--${name}=${one}`);
  });
}
