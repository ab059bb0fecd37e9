import { shorten } from "../core/json/escape.ts";
import { counted } from "../report/counted.ts";
import type { ClientResult } from "./client-side.ts";
import type { GivenUp } from "./key-states.ts";
import type { FileResult, PartResult } from "./part-result.ts";

/** The most characters of a text that is anyone's. */
const longest = 300;

/** What of the traffic was not judged, or less than the rest, and what its clients did; a sentence each. */
export function notesOnTraffic({ files, judged, client }: PartResult): readonly string[] {
  const { seen, givenUp } = judged;
  const without = `${counted(seen.keyless, "exchange")} without a known key, left out where the answers to one key are compared`;
  return [
    ...files.flatMap((file) => notesOnFile(file).map((text) => `${file.file}: ${text}`)),
    ...notesOnKeys(givenUp),
    ...(seen.keyless === 0 ? [] : [without]),
    ...notesOnClient(client),
  ];
}

/** What a file is, and which of it is the service's. */
export function fileInWords({ source, base }: FileResult): string {
  if (base.text === undefined)
    return `${source}; no request in it looks like one of the interface; name the service with --base-url`;
  const guessed =
    ", as guessed from its first request that looks like one of the interface; --base-url names another";
  return `${source} of the service at ${shorten(base.text, longest)}${base.isGuessed ? guessed : ""}`;
}

function notesOnFile({ leftOut, unreadable, tooLong, isCut }: FileResult): readonly string[] {
  const others = leftOut.map(([why, count]) => `${counted(count, "exchange")} ${why}`).join(", ");
  return [
    ...(others === "" ? [] : [`left out: ${others}`]),
    ...(unreadable.count === 0
      ? []
      : [
          `not read: ${counted(unreadable.count, "line")} or entries that are no exchange; the first is ${shorten(unreadable.first ?? "", longest)}`,
        ]),
    ...(tooLong === 0 ? [] : [`not read: ${counted(tooLong, "line")} of more than 32 MiB`]),
    ...(isCut ? ["the file is cut: it was read up to its last whole exchange"] : []),
  ];
}

/** What is not judged, or less, so that memory stays bounded. */
function notesOnKeys({ keys, partly, moving }: GivenUp): readonly string[] {
  return [
    ...(moving === 0
      ? []
      : [
          `Reset moves with the clock for ${counted(moving, "key")}: their rate-limit windows were not judged`,
        ]),
    ...(keys === 0
      ? []
      : [
          `there are many keys: ${counted(keys, "time")} what was known of one was dropped, and it was judged anew`,
        ]),
    ...(partly === 0
      ? []
      : [`of ${counted(partly, "key")} only the latest rate-limit windows and created pets were compared`]),
  ];
}

function notesOnClient({ count, first }: ClientResult): readonly string[] {
  if (first === undefined) return [];
  return [
    `the client: ${counted(count, "request")} that the interface does not allow; the first is ${shorten(first.text, longest)}`,
  ];
}
