import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

export const clientsFolder = import.meta.dirname;

export type Language = "JavaScript" | "Python" | "shell" | "Go";

/** One way to set a client up. */
export interface Setup {
  readonly name: string;
  readonly says: string;
}

/** An entry of `clients.yaml`, which says what each part is. */
export interface Client {
  readonly name: string;
  readonly language: Language;
  readonly file?: string;
  readonly packages: readonly string[];
  readonly documented: readonly Setup[];
  readonly configured: Setup;
}

/** Ordinary clients, in ordinary set-ups. */
export const clients: readonly Client[] = parse(readFileSync(join(clientsFolder, "clients.yaml"), "utf8"));

const folders: Readonly<Record<Language, readonly [folder: string, ending: string]>> = {
  JavaScript: ["javascript", ".js"],
  Python: ["python", ".py"],
  shell: ["shell", ".sh"],
  Go: ["go", ".go"],
};

/** The path of a set-up's program, relative to this folder. */
export function programOf({ language, file }: Client, { name }: Setup): string {
  const [folder, ending] = folders[language];
  return join(folder, `${file ?? name}${ending}`);
}
