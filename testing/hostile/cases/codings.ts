import { brotliCompressSync, constants, deflateRawSync, gzipSync } from "node:zlib";
import { conforming, fails, type HostileCases, moreThanIsRead, notTheService } from "../hostile-case.ts";
import { altered, petstore, plain } from "../petstore.ts";
import { always, json } from "../writing.ts";

const zeros = Buffer.alloc(64 * 1024 * 1024, "[");
let bombs: { readonly gzip: Buffer; readonly br: Buffer } | undefined;
/** 64 MiB of brackets; made once, when a case needs it. */
function bomb() {
  bombs ??= {
    gzip: gzipSync(zeros),
    br: brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  };
  return bombs;
}

const coded = (name: string, body: Uint8Array) => always(json("200 OK", body, [`Content-Encoding: ${name}`]));

/** Content codings that lie or explode. */
export const codings: HostileCases = {
  "gzip-bomb": {
    does: "sends 64 kB of gzip that become 64 MiB",
    hostility: () => coded("gzip", bomb().gzip),
    expect: moreThanIsRead,
  },
  "brotli-bomb": {
    does: "sends some bytes of brotli that become 64 MiB",
    hostility: () => coded("br", bomb().br),
    expect: moreThanIsRead,
  },
  "gzip-in-gzip-bomb": {
    does: "sends gzip within gzip that become 64 MiB",
    hostility: () => coded("gzip, gzip", gzipSync(bomb().gzip)),
    expect: moreThanIsRead,
  },
  "fifty-codings": {
    does: "names fifty codings",
    hostility: () => coded(Array.from({ length: 50 }, () => "gzip").join(", "), gzipSync("[]")),
    expect: notTheService,
  },
  "gzip-in-name-only": {
    does: "is correct, but says gzip over bodies that are none",
    hostility: () => altered({ headers: ["Content-Encoding: gzip"] }),
    expect: fails("ERR-1", "ERR-2", "ERR-3", "LIST-1", "CREATE-2"),
  },
  "gzip-unsaid": {
    does: "is correct, but compresses and does not say so",
    hostility: () => petstore(({ correct }) => plain(correct, { body: gzipSync(correct.body) })),
    expect: fails("ERR-1", "ERR-2", "ERR-3", "LIST-1", "CREATE-2"),
  },
  "gzip-cut-short": {
    does: "compresses, and leaves out the last ten bytes",
    hostility: () =>
      petstore(({ correct }) =>
        plain(correct, {
          headers: ["Content-Encoding: gzip"],
          body: gzipSync(correct.body).subarray(0, -10),
        }),
      ),
    expect: fails("ERR-1", "ERR-2", "ERR-3", "LIST-1", "CREATE-2"),
  },
  "unknown-coding": {
    does: "names a coding that was not asked for",
    hostility: () => altered({ headers: ["Content-Encoding: __proto__"] }),
    expect: fails("ERR-1", "ERR-2", "ERR-3", "LIST-1", "CREATE-2"),
  },
  "raw-deflate": {
    does: "is correct, and sends deflate without the zlib frame",
    hostility: () =>
      petstore(({ correct }) =>
        plain(correct, { headers: ["Content-Encoding: deflate"], body: deflateRawSync(correct.body) }),
      ),
    expect: conforming,
  },
};
