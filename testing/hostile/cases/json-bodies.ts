import {
  conforming,
  fails,
  type HostileCases,
  type HostileTarget,
  moreThanIsRead,
  tooMuchToRead,
} from "../hostile-case.ts";
import { editing, isList, petstore, plain } from "../petstore.ts";
import { always, json } from "../writing.ts";

/** The same body for everything. */
function body(does: string, make: () => string | Uint8Array, expect: HostileTarget["expect"]): HostileTarget {
  return { does, hostility: () => always(json("200 OK", make())), expect };
}

/** The correct service, the text of its pets edited. */
function edited(
  does: string,
  edit: (text: string) => string,
  expect: HostileTarget["expect"],
): HostileTarget {
  return { does, hostility: () => petstore(editing(edit)), expect };
}

const namesTo = (name: string) => (text: string) =>
  text.replace(/"name":"(?!conformance)[^"]*"/g, () => `"name":${name}`);

/** JSON that is wrong, or too much of it. */
export const jsonBodies: HostileCases = {
  "million-levels": body("sends a million opened arrays", () => "[".repeat(1_000_000), moreThanIsRead),
  "million-levels-of-objects": body(
    "sends a million objects in one another",
    () => `${'{"a":'.repeat(1_000_000)}1${"}".repeat(1_000_000)}`,
    tooMuchToRead,
  ),
  "hundred-megabytes": body("sends an array of 100 MB", () => Buffer.alloc(100_000_000, "1,"), tooMuchToRead),
  "million-values": body(
    "sends an array of a million numbers",
    () => `[${"1,".repeat(1_000_000)}1]`,
    moreThanIsRead,
  ),
  "list-of-8-MB": body("sends 8 MB of pets to each request", () => `[${pets(90_000)}]`, tooMuchToRead),
  "list-of-2-MB": body("sends 2 MB of pets to each request", () => `[${pets(24_000)}]`, moreThanIsRead),
  "many-small-values": body(
    "sends 60 kB of ones to each request, 30 thousand values",
    () => `[${"1,".repeat(30_000)}1]`,
    moreThanIsRead,
  ),
  "long-number-beside": edited(
    "is correct, and gives each pet a number of 5000 digits that the interface does not name",
    (text) => text.replace(/"id":/g, () => `"weight":${"1".repeat(5000)},"id":`),
    conforming,
  ),
  "deep-member-beside": edited(
    "is correct, and gives each pet a member of 600 levels that the interface does not name",
    (text) => text.replace(/"id":/g, () => `"x":${"[".repeat(600)}${"]".repeat(600)},"id":`),
    tooMuchToRead,
  ),
  "created-names-of-a-megabyte": edited(
    "answers each create with a name of a megabyte",
    (text) => text.replace(/"name":"(?=conformance)/g, () => `"name":"${"N".repeat(1_000_000)}`),
    // Which names are seen before a run keeps no more bodies depends on which answers come first.
    { exitCode: 1 },
  ),
  "messages-of-a-megabyte": edited(
    "is correct, and its errors have messages of a megabyte of direction marks",
    (text) => text.replace(/"message":"/g, () => `"message":"${"\\u202e".repeat(160_000)}`),
    tooMuchToRead,
  ),
  "pets-with-many-members": {
    does: "is correct, and gives each pet of its lists 500 members more",
    hostility: () => {
      const more = Array.from({ length: 500 }, (_, n) => `"m${n}":${n},`).join("");
      return petstore(
        editing((text, exchanged) => (isList(exchanged) ? text.replaceAll('"id":', `${more}"id":`) : text)),
      );
    },
    expect: tooMuchToRead,
  },
  "one-long-string": body("sends one string of 4 MB", () => `["${"a".repeat(4_000_000)}"]`, tooMuchToRead),
  "hundred-thousand-names": body(
    "sends an object of a hundred thousand members of one name",
    () => `{${'"a":1,'.repeat(100_000)}"a":1}`,
    moreThanIsRead,
  ),
  "hundred-thousand-digits": edited(
    "sends ids of a hundred thousand digits",
    (text) => text.replace(/"id":\d+/, `"id":${"9".repeat(100_000)}`),
    fails("LIST-1", "CREATE-2", "GET-1"),
  ),
  "huge-exponent": edited(
    "sends ids with an exponent of ten digits",
    (text) => text.replace(/"id":\d+/g, '"id":1e9999999999'),
    fails("LIST-1", "CREATE-2"),
  ),
  "huge-negative-exponent": edited(
    "sends ids with an exponent of ten digits below zero",
    (text) => text.replace(/"id":\d+/g, '"id":1e-9999999999'),
    fails("LIST-1", "CREATE-2"),
  ),
  "duplicate-members": edited(
    "gives each pet two ids",
    (text) => text.replace(/"id":/g, '"id":1,"id":'),
    conforming,
  ),
  "proto-members": edited(
    "gives each pet members named __proto__ and constructor",
    (text) => text.replace(/"id":/g, '"__proto__":{"id":1,"status":"sold"},"constructor":null,"id":'),
    conforming,
  ),
  "only-proto": edited(
    "puts each id into __proto__",
    (text) => text.replace(/"id":(\d+)/g, '"__proto__":{"id":$1}'),
    fails("LIST-1", "CREATE-2"),
  ),
  "lone-surrogates": edited(
    "names its pets with lone surrogates",
    namesTo('"\\ud800 and \\udfff"'),
    conforming,
  ),
  "nul-names": edited("names its pets with NUL", namesTo('"a\\u0000b"'), conforming),
  nan: edited(
    "sends NaN for ids",
    (text) => text.replace(/"id":\d+/g, '"id":NaN'),
    fails("LIST-1", "CREATE-2"),
  ),
  "byte-order-mark": edited("puts a byte order mark before each body", (text) => `\uFEFF${text}`, conforming),
  "ids-around-2-53": {
    does: "is correct, and its ids lie on both sides of 2^53",
    hostility: () => petstore(undefined, { firstId: 2n ** 53n - 15n }),
    expect: conforming,
  },
  "ids-beyond-int64": edited(
    "gives ids beyond int64",
    (text) => text.replace(/"id":\d+/g, '"id":9223372036854775808'),
    fails("LIST-1", "LIST-8", "CREATE-2", "CREATE-3", "CREATE-20"),
  ),
  "raw-nul": edited(
    "puts a NUL behind each body",
    (text) => `${text}\0`,
    fails("ERR-1", "ERR-2", "ERR-3", "LIST-1", "CREATE-2"),
  ),
  "invalid-utf-8": {
    does: "names the pets of its lists in Latin-1",
    hostility: () =>
      petstore((exchanged) => {
        if (!isList(exchanged)) return plain(exchanged.correct);
        const text = Buffer.from(exchanged.correct.body).toString("latin1");
        return plain(exchanged.correct, {
          body: Buffer.from(text.replace(/"name":"(?=[A-Z][a-z]+ \d+")/g, '"name":"\xe4\xff'), "latin1"),
        });
      }),
    expect: fails("HTTP-3"),
  },
  "utf-16": {
    does: "sends each body in UTF-16",
    hostility: () =>
      petstore(({ correct }) =>
        plain(correct, { body: Buffer.from(`\uFEFF${Buffer.from(correct.body)}`, "utf16le") }),
      ),
    expect: fails("ERR-1", "ERR-2", "ERR-3", "LIST-1", "CREATE-2"),
  },
};

function pets(count: number): string {
  return Array.from(
    { length: count },
    (_, n) => `{"id":${n + 1},"name":"Rex ${n}","categoryId":1,"status":"available","x":"${n}"}`,
  ).join(",");
}
