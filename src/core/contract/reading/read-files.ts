import { isPercentEncoded } from "#core/json/escape.ts";
import { isReference } from "../spec.ts";
import { forEachPart, type PartKind } from "./openapi-3-0.ts";
import type { SpecFile } from "./parse-spec-file.ts";
import { SpecError } from "./spec-error.ts";
import { isInsideFolder, specName } from "./spec-source.ts";

/** Some keep a file for each operation; over a network, each is a request. */
const mostFiles = { local: 5000, fetched: 50 };

/** A reference to another file, and where it stands. */
interface FileReference {
  readonly url: URL;
  readonly text: string;
  readonly file: SpecFile;
  readonly pointer: string;
}

/**
 * The files of a document by address, and what those of them are that are something else than a part of OpenAPI.
 * @throws SpecError for a file that cannot be had, or that is outside the folder of the first one
 */
export async function readFiles(root: SpecFile, read: (url: URL) => Promise<SpecFile>) {
  const files = new Map([[root.url.href, root]]);
  const kinds = new Map<string, PartKind>();
  const references = referencesIn(root, kinds);
  // A list goes on to what is added while it is walked. One after another: a system allows only so many open files.
  for (const reference of references) {
    const { href } = reference.url;
    if (files.has(href)) continue;
    const file = await follow(reference, root.url, files.size, read);
    files.set(href, file);
    references.push(...referencesIn(file, kinds));
  }
  return { files, kinds };
}

/** The first reference of a file to each other one. Notes what kind of file it leads to. */
function referencesIn(file: SpecFile, kinds: Map<string, PartKind>): FileReference[] {
  const found = new Map<string, FileReference>();
  forEachPart(file.value, kinds.get(file.url.href), (part, at, kind) => {
    if ((kind !== "words" && kind !== "example") || !isReference(part)) return;
    const [text, pointer] = [part.$ref, `${at}/$ref`];
    const [to = ""] = text.split("#");
    const url = URL.parse(text, file.url.href);
    if (url === null || !isPercentEncoded(to)) {
      const problem = `the reference ${JSON.stringify(text)} is not a URI reference`;
      throw new SpecError(problem, file.place(pointer), "Correct it.");
    }
    if (to === "") return;
    url.hash = "";
    if (!found.has(url.href)) found.set(url.href, { url, text, file, pointer });
    // Another file may be one Example Object, or several by their names.
    if (kind === "example") kinds.set(url.href, text.includes("#/") ? "examples" : kind);
  });
  return [...found.values()];
}

async function follow(
  { url, text, file, pointer }: FileReference,
  root: URL,
  filesBefore: number,
  read: (url: URL) => Promise<SpecFile>,
): Promise<SpecFile> {
  const leads = (where: string, advice: string) =>
    new SpecError(`the reference ${JSON.stringify(text)} leads ${where}`, file.place(pointer), advice);
  if (!isInsideFolder(url, root))
    throw leads("out of the document's folder", `Put the file into the folder of ${specName(root)}.`);
  const most = url.protocol === "file:" ? mostFiles.local : mostFiles.fetched;
  if (filesBefore >= most)
    throw leads(`to a file that is one of more than ${most} files`, "Join some of them.");
  try {
    return await read(url);
  } catch (cause) {
    // A file that cannot be had is a mistake in the reference; what is wrong inside of it has a place of its own.
    if (!(cause instanceof SpecError) || cause.place.line !== undefined) throw cause;
    const is = cause.problem.startsWith("cannot") ? "" : "is ";
    throw leads(`to a file that ${is}${cause.problem}`, cause.advice);
  }
}
