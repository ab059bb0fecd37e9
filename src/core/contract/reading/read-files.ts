import { isPercentEncoded } from "#core/json/escape.ts";
import { meantBy } from "../spec.ts";
import { eachPart, type PartKind } from "./document-parts.ts";
import type { SpecFile } from "./parse-spec-file.ts";
import { SpecError } from "./spec-error.ts";
import { isInsideFolder, specName } from "./spec-source.ts";

/** Some keep a file for each operation; over a network, each is a request. */
const mostFiles = { local: 5000, fetched: 50 };

/** A reference to a file. */
interface Link {
  readonly url: URL;
  /** As it stands, with its fragment, and where. */
  readonly reference: string;
  readonly pointer: string;
  readonly kind: PartKind;
}

/**
 * The files of a document by address, each read once, and what those are that are something else than a part of OpenAPI.
 * @throws SpecError for a file that cannot be had, or that is outside the folder of the first one
 */
export async function readFiles(root: SpecFile, read: (url: URL) => Promise<SpecFile>) {
  const files = new Map([[root.url.href, root]]);
  const kinds = new Map<string, PartKind>();
  const most = root.url.protocol === "file:" ? mostFiles.local : mostFiles.fetched;
  // A map goes on to what is added while it is walked. One after another: an operating system allows only so many open files.
  for (const file of files.values())
    for (const { url, reference, pointer, kind } of linksIn(file, kinds.get(file.url.href))) {
      // A file may be one Example Object, or several by their names.
      if (kind === "example") kinds.set(url.href, reference.includes("#/") ? "examples" : kind);
      if (files.has(url.href)) continue;
      const refused = (leads: string, advice: string) => {
        const problem = `the reference ${JSON.stringify(reference)} leads ${leads}`;
        return new SpecError(problem, file.place(pointer), meantBy(reference, root) ?? advice);
      };
      if (!isInsideFolder(url, root.url))
        throw refused(
          "out of the document's folder",
          `Put the file into the folder of ${specName(root.url)}.`,
        );
      if (files.size >= most)
        throw refused(`to a file that is one of more than ${most} files`, "Join some of them.");
      const found = await read(url).catch((cause: unknown) => {
        // A file that cannot be had is a mistake in the reference; what is wrong inside of it has a place of its own.
        const isAbsent = cause instanceof SpecError && cause.place.line === undefined;
        throw isAbsent ? refused(`to a file that is ${cause.problem}`, cause.advice) : cause;
      });
      files.set(url.href, found);
    }
  return { files, kinds };
}

/** The references of a file, those within it too. @throws SpecError for one that is no URI reference */
function linksIn(file: SpecFile, kindOfFile: PartKind = "words"): readonly Link[] {
  const links: Link[] = [];
  eachPart(file.value, kindOfFile, ({ pointer, kind, reference: found }) => {
    if (found === undefined) return;
    const { $ref: reference } = found;
    const url = URL.parse(reference, file.url.href);
    const [to = ""] = reference.split("#");
    const place = `${pointer}/$ref`;
    if (url === null || !isPercentEncoded(to)) {
      const problem = `the reference ${JSON.stringify(reference)} is not a URI reference`;
      throw new SpecError(problem, file.place(place), "Correct it.");
    }
    url.hash = "";
    links.push({ url, reference, pointer: place, kind });
  });
  return links;
}
