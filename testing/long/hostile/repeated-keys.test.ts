import { describe } from "vitest";
import { testRepeatedKey } from "#testing/evidence/repeated-key.ts";

/** With how many of the places. */
const keys = {
  "a text": ["conformance-key-5f2c9a7d41", 8],
  "a number": ["41234567890123", 5],
  "a number beyond 64 bits": ["9641753086429753197", 1],
  "JSON text": ['{"a":["bcdefgh",true,12345678]}', 5],
} as const;

describe.each(Object.entries(keys))("a key that is %s, repeated as", (_, [key, count]) => {
  testRepeatedKey(key, count);
});
