import fc from "fast-check";
import { expect, test } from "vitest";
import { loadContract } from "../src/contract/load.ts";
import { judgeBytes, readConnection } from "./fuzz/judges.ts";

const contract = await loadContract({ spec: undefined, removalDate: undefined });

/** `npm run bench` feeds a million. */
const numRuns = 50_000;

test("no bytes of a target's make the reader or a judge throw", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => judgeBytes(bytes, contract)),
    { numRuns, seed: 1 },
  );
}, 120_000);

test("no bytes on a connection make what reads it throw but its typed failures", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "HTTP/1.1 100 Continue\r\n\r\n",
      "HTTP/1.1 1",
      "HTTP/1.1 200 OK\r\n",
      "\r\n\r\n",
      "X: y\r\n",
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => readConnection(Buffer.from(pieces.join("")))),
    { numRuns: 10_000, seed: 1 },
  );
  expect.assertions(0);
});
