import { servers } from "#reference-server/bed-server.ts";
import { around, crashing } from "#reference-server/fault-parts.ts";

const small = { firstId: 1n } as const;

const readAs = (idOf: (segment: string) => string) =>
  around("parsePetId", (correctly, segment, call) => correctly(idOf(decodeURIComponent(segment)), call));

/** Reads that an earlier read spoils, and other ways to find the wrong pet. */
export default servers({
  "got-by-name": {
    title: "finds a pet by its name where an identifier is expected",
    fails: ["GET-3", "GET-4"],
    idiom: "one lookup for identifiers and slugs",
    hooks: around("parsePetId", (correctly, segment, call) => {
      const name = decodeURIComponent(segment);
      const named = call.state.store.entries.find(({ pet }) => pet.name === name || `abc${pet.id}` === name);
      return named?.pet.id ?? correctly(segment, call);
    }),
  },
  "sign-dropped": {
    title: "drops the sign of an identifier",
    fails: ["GET-3"],
    stage: small,
    idiom: "Math.abs, or digits picked out of the text",
    hooks: readAs((text) => text.replace(/^-(?=\d+$)/, "")),
  },
  "letters-before-digits": {
    title: "drops letters before an identifier",
    fails: ["GET-4"],
    stage: small,
    idiom: "expression without its anchors",
    hooks: readAs((text) => text.replace(/^[a-z]+(?=\d+$)/, "")),
  },
  "wraps-below-int64": {
    title: "wraps identifiers below int64",
    fails: ["GET-4"],
    profile: "thorough",
    idiom: "overflow that is not looked for",
    hooks: readAs((text) => (/^-\d{19,30}$/.test(text) ? String(BigInt.asIntN(64, BigInt(text))) : text)),
  },
  "lowest-id-500": {
    title: "fails with 500 for an identifier below int32",
    fails: ["GET-3", "HTTP-2"],
    profile: "thorough",
    idiom: "value out of range for type integer",
    hooks: crashing("findPet", (id) => id < -(2n ** 31n)),
  },
});
