import { conforming, fails, type HostileCase, moreThanIsRead, tooMuchToRead } from "../hostile-case.ts";
import { editing, isList, petstore, plain } from "../petstore.ts";
import { always, json } from "../writing.ts";

/** The same body for everything. */
function body(
  id: string,
  does: string,
  make: () => string | Uint8Array,
  expect: HostileCase["expect"],
): HostileCase {
  return { id, does, hostility: () => always(json("200 OK", make())), expect };
}

/** The correct service, the text of its pets edited. */
function edited(
  id: string,
  does: string,
  edit: (text: string) => string,
  expect: HostileCase["expect"],
): HostileCase {
  return { id, does, hostility: () => petstore(editing(edit)), expect };
}

const namesTo = (name: string) => (text: string) =>
  text.replace(/"name":"(?!conformance)[^"]*"/g, () => `"name":${name}`);

/** JSON that is wrong, or too much of it. */
export const jsonBodies: readonly HostileCase[] = [
  body("million-levels", "sends a million opened arrays", () => "[".repeat(1_000_000), moreThanIsRead),
  body(
    "million-levels-of-objects",
    "sends a million objects in one another",
    () => `${'{"a":'.repeat(1_000_000)}1${"}".repeat(1_000_000)}`,
    tooMuchToRead,
  ),
  body("hundred-megabytes", "sends an array of 100 MB", () => Buffer.alloc(100_000_000, "1,"), tooMuchToRead),
  body(
    "million-values",
    "sends an array of a million numbers",
    () => `[${"1,".repeat(1_000_000)}1]`,
    moreThanIsRead,
  ),
  body("list-of-8-MB", "sends 8 MB of pets to each request", () => `[${pets(90_000)}]`, tooMuchToRead),
  body("list-of-2-MB", "sends 2 MB of pets to each request", () => `[${pets(24_000)}]`, moreThanIsRead),
  body(
    "many-small-values",
    "sends 60 kB of ones to each request, 30 thousand values",
    () => `[${"1,".repeat(30_000)}1]`,
    moreThanIsRead,
  ),
  edited(
    "long-number-beside",
    "is correct, and gives each pet a number of 5000 digits that the interface does not name",
    (text) => text.replace(/"id":/g, () => `"weight":${"1".repeat(5000)},"id":`),
    conforming,
  ),
  edited(
    "deep-member-beside",
    "is correct, and gives each pet a member of 600 levels that the interface does not name",
    (text) => text.replace(/"id":/g, () => `"x":${"[".repeat(600)}${"]".repeat(600)},"id":`),
    tooMuchToRead,
  ),
  edited(
    "created-names-of-a-megabyte",
    "answers each create with a name of a megabyte",
    (text) => text.replace(/"name":"(?=conformance)/g, () => `"name":"${"N".repeat(1_000_000)}`),
    // Which names are seen before a run keeps no more bodies depends on which answers come first.
    { exitCode: 1 },
  ),
  edited(
    "messages-of-a-megabyte",
    "is correct, and its errors have messages of a megabyte of direction marks",
    (text) => text.replace(/"message":"/g, () => `"message":"${"\\u202e".repeat(160_000)}`),
    tooMuchToRead,
  ),
  {
    id: "pets-with-many-members",
    does: "is correct, and gives each pet of its lists 500 members more",
    hostility: () => {
      const more = Array.from({ length: 500 }, (_, n) => `"m${n}":${n},`).join("");
      return petstore(
        editing((text, exchanged) => (isList(exchanged) ? text.replaceAll('"id":', `${more}"id":`) : text)),
      );
    },
    expect: tooMuchToRead,
  },
  body("one-long-string", "sends one string of 4 MB", () => `["${"a".repeat(4_000_000)}"]`, tooMuchToRead),
  body(
    "hundred-thousand-names",
    "sends an object of a hundred thousand members of one name",
    () => `{${'"a":1,'.repeat(100_000)}"a":1}`,
    moreThanIsRead,
  ),
  edited(
    "hundred-thousand-digits",
    "sends ids of a hundred thousand digits",
    (text) => text.replace(/"id":\d+/, `"id":${"9".repeat(100_000)}`),
    fails("LIST-1", "CREATE-2", "GET-1"),
  ),
  edited(
    "huge-exponent",
    "sends ids with an exponent of ten digits",
    (text) => text.replace(/"id":\d+/g, '"id":1e9999999999'),
    fails("LIST-1", "CREATE-2"),
  ),
  edited(
    "huge-negative-exponent",
    "sends ids with an exponent of ten digits below zero",
    (text) => text.replace(/"id":\d+/g, '"id":1e-9999999999'),
    fails("LIST-1", "CREATE-2"),
  ),
  edited(
    "duplicate-members",
    "gives each pet two ids",
    (text) => text.replace(/"id":/g, '"id":1,"id":'),
    conforming,
  ),
  edited(
    "proto-members",
    "gives each pet members named __proto__ and constructor",
    (text) => text.replace(/"id":/g, '"__proto__":{"id":1,"status":"sold"},"constructor":null,"id":'),
    conforming,
  ),
  edited(
    "only-proto",
    "puts each id into __proto__",
    (text) => text.replace(/"id":(\d+)/g, '"__proto__":{"id":$1}'),
    fails("LIST-1", "CREATE-2"),
  ),
  edited(
    "lone-surrogates",
    "names its pets with lone surrogates",
    namesTo('"\\ud800 and \\udfff"'),
    conforming,
  ),
  edited("nul-names", "names its pets with NUL", namesTo('"a\\u0000b"'), conforming),
  edited(
    "nan",
    "sends NaN for ids",
    (text) => text.replace(/"id":\d+/g, '"id":NaN'),
    fails("LIST-1", "CREATE-2"),
  ),
  edited("byte-order-mark", "puts a byte order mark before each body", (text) => `\uFEFF${text}`, conforming),
  {
    id: "ids-around-2-53",
    does: "is correct, and its ids lie on both sides of 2^53",
    hostility: () => petstore(undefined, { firstId: 2n ** 53n - 15n }),
    expect: conforming,
  },
  edited(
    "ids-beyond-int64",
    "gives ids beyond int64",
    (text) => text.replace(/"id":\d+/g, '"id":9223372036854775808'),
    fails("LIST-1", "LIST-8", "CREATE-2", "CREATE-3", "CREATE-20"),
  ),
  edited(
    "raw-nul",
    "puts a NUL behind each body",
    (text) => `${text}\0`,
    fails("ERR-1", "ERR-2", "ERR-3", "LIST-1", "CREATE-2"),
  ),
  {
    id: "invalid-utf-8",
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
  {
    id: "utf-16",
    does: "sends each body in UTF-16",
    hostility: () =>
      petstore(({ correct }) =>
        plain(correct, { body: Buffer.from(`\uFEFF${Buffer.from(correct.body)}`, "utf16le") }),
      ),
    expect: fails("ERR-1", "ERR-2", "ERR-3", "LIST-1", "CREATE-2"),
  },
];

function pets(count: number): string {
  return Array.from(
    { length: count },
    (_, n) => `{"id":${n + 1},"name":"Rex ${n}","categoryId":1,"status":"available","x":"${n}"}`,
  ).join(",");
}
