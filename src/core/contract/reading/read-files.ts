import { isPercentEncoded } from "#core/json/escape.ts";
import { isPlainArray, type PlainValue } from "#core/json/plain.ts";
import { pointerToken } from "#core/json/read.ts";
import { isReference, refOf } from "../spec.ts";
import { kindOfMember, type PartKind } from "./openapi-3-0.ts";
import type { SpecFile } from "./parse-spec-file.ts";
import { SpecError } from "./spec-error.ts";
import { isInsideFolder, specName } from "./spec-source.ts";

/** Some keep a file for each operation; over a network, each is a request. */
const mostFiles = { local: 5000, fetched: 50 };

/** A reference of a file to another one. */
interface FileReference {
  readonly url: URL;
  readonly reference: string;
  readonly pointer: string;
  /** Of the example that it stands for; else the other file is a part of OpenAPI. */
  readonly kind: PartKind | undefined;
}

/**
 * The files of a document by address, and the kinds of those that are something else than a part of OpenAPI. They are read
 * one after another: an operating system allows only so many open files.
 * @throws SpecError for a file that cannot be had, or that is outside the folder of the first one
 */
export async function readFiles(root: SpecFile, read: (url: URL) => Promise<SpecFile>) {
  const files = new Map([[root.url.href, root]]);
  const kinds = new Map<string, PartKind>();
  // A map goes on to what is added while it is walked.
  for (const file of files.values())
    for (const { url, reference, pointer, kind } of referencesOf(file, kinds.get(file.url.href))) {
      if (kind !== undefined) kinds.set(url.href, kind);
      if (files.has(url.href)) continue;
      try {
        refuseOutside(url, root.url, files.size);
        files.set(url.href, await read(url));
      } catch (cause) {
        // A file that cannot be had is a mistake in the reference; what is wrong inside of it has a place of its own.
        if (!(cause instanceof SpecError) || cause.place.line !== undefined) throw cause;
        const how = cause.problem.startsWith("out of") ? "" : "to a file that is ";
        const problem = `the reference ${JSON.stringify(reference)} leads ${how}${cause.problem}`;
        throw new SpecError(problem, file.place(pointer), cause.advice);
      }
    }
  return { files, kinds };
}

/** @throws SpecError for a file that is not read: it may lie anywhere, or is one of too many */
function refuseOutside(url: URL, root: URL, count: number): void {
  if (!isInsideFolder(url, root)) {
    const advice = `Put the file into the folder of ${specName(root)}.`;
    throw new SpecError("out of the document's folder", { file: url.href }, advice);
  }
  const most = url.protocol === "file:" ? mostFiles.local : mostFiles.fetched;
  if (count >= most)
    throw new SpecError(`one of more than ${most} files`, { file: url.href }, "Join some of them.");
}

/** Those in an example's value are none. @throws SpecError for one that is no reference */
function referencesOf(file: SpecFile, kindOfFile: PartKind = "words"): readonly FileReference[] {
  const found: FileReference[] = [];
  const seen = new Set<PlainValue>();
  const visit = (value: PlainValue | undefined, pointer: string, kind: PartKind): void => {
    if (typeof value !== "object" || value === null || kind === "data" || seen.has(value)) return;
    seen.add(value);
    if ((kind === "words" || kind === "example") && isReference(value)) {
      const reference = refOf(value);
      const [to = ""] = reference.split("#");
      const url = URL.parse(reference, file.url.href);
      const at = `${pointer}/$ref`;
      if (url === null || !isPercentEncoded(to)) {
        const problem = `the reference ${JSON.stringify(reference)} is not a URI reference`;
        throw new SpecError(problem, file.place(at), "Correct it.");
      }
      url.hash = "";
      // A file may be one Example Object, or several by their names.
      const kindOfOther = reference.includes("#/") ? "examples" : kind;
      if (to !== "")
        found.push({ url, reference, pointer: at, kind: kind === "example" ? kindOfOther : undefined });
    }
    for (const [name, child] of Object.entries(value))
      visit(child, `${pointer}/${pointerToken(name)}`, kindOfMember(name, kind, isPlainArray(child)));
  };
  visit(file.value, "", kindOfFile);
  return found;
}
