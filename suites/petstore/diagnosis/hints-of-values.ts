import { derived } from "#core/check/facts.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { percentDecoded } from "#core/json/escape.ts";
import { integerOf, stringOf } from "#core/json/read.ts";
import { idAsked, petIn, petsIn, sentField, sentName } from "../pets.ts";
import { type Clues, hints } from "./clues.ts";
import { metOf } from "./contrast/features-of-context.ts";
import { createdPets, inOrderHandled, isNewPet } from "./history.ts";

const keep = "Keep the text unchanged, from the body to the store and back.";
const utf8 = "Use UTF-8 throughout: for the body, the database and its connection (utf8mb4 in MySQL).";

const rounded = [
  "The number passes through a double, which has 53 bits, is written with fewer digits (%g), or is clamped to 2^53 - 1 (JavaScript).",
  "Carry and write it as a 64-bit integer: a lossless JSON library in JavaScript, json.Number in Go, BIGINT in SQL.",
] as const;

/** Mistakes that show in how a value differs from the one that was sent. */
export const values = [
  ...hints({ at: /^field (?:id|categoryId)$/ }, [
    [
      {
        claims: "content",
        value: /^-?[0-9]+$/,
        shownKind: "string",
        also: ({ sent, pet }) => typeof sent === "bigint" || (sent === undefined && pet !== undefined),
      },
      "The serialiser writes 64-bit integers as strings, or the database driver or a cache (a hash of Redis) returns them as strings.",
      "Write a JSON number with every digit, without quotation marks, wherever the pet comes from.",
    ],
    [
      { claims: "content", operation: "createPet", at: "field id", also: areLikeOthers },
      "A create is answered with the pet of an earlier, similar create (same name, same body or body length): the service finds or updates that pet, or treats the create as a repetition.",
      "Store a new pet for each valid create; only an Idempotency-Key marks a repetition.",
    ],
    [
      { claims: "content", at: "field id", also: isOfBlocks },
      "Blocks of ids overlap: a block is longer than the step of the sequence behind it (allocationSize and INCREMENT differ), begins with the last id of the one before, or is given out twice (its first id comes from a cache or a replica); or each instance has a counter of its own, or one that starts again, as that of an id made of the time and a few bits does.",
      "Let the sequence step by the size of a block, begin each block after the last id of the one before, and keep one counter for all instances, which never starts again.",
    ],
    [
      { claims: "content", at: "field id", also: isGivenAtOnce },
      "Concurrent creates get the same id: the next id (a counter, the highest id, a count) is read and written back in two steps; or the answer shows the pet of the other (a shared variable, the last row).",
      "Let the database assign each id (a sequence, an identity column), or increment the counter atomically, and answer with the pet that this request stored.",
    ],
    [
      { claims: "content", at: "field id", also: isGivenTwice },
      "Several creates got this id: ids come from a constant, the time, random bits, a count or maximum of pets, overlapping blocks or a double; or their counter restarts, is rolled back by a rejection, or one of several.",
      "Let one database assign each id for all instances (a sequence, an identity column), carry it in 64 bits, and commit each create.",
    ],
    [
      { operation: "getPet", at: "field id", also: (clues) => isRounded(clues) && isOfAsked(clues) },
      ...rounded,
    ],
    [
      { operation: "getPet", at: "field id", also: isRounded },
      "The id in the path, or in the key of a cache, passes through a double (53 bits): pets whose ids round to the same double are confused.",
      "Read the id as a 64-bit integer, look the pet up by it, and cache it under all of its digits.",
    ],
    [{ also: isRounded }, ...rounded],
    [{ claims: "content", operation: "listPets", at: "field id", also: isOneDouble }, ...rounded],
    [
      {
        also: integers(
          (was, is) =>
            [2n ** 31n - 1n, -(2n ** 31n)].includes(is) ||
            (BigInt.asIntN(33, is) === is && isCutTo32Bits(was, is)),
        ),
      },
      "The number is held in 32 bits: the answer shows the lower 32 bits of what was sent, or the largest or the least 32-bit integer.",
      "Use a 64-bit integer in the code (long, int64) and in the database (BIGINT).",
    ],
  ]),
  ...hints({}, [
    [
      { claims: "content", at: "field name", shownKind: "number" },
      "A text that looks like a number is written as one: the serialiser guesses types (JSON_NUMERIC_CHECK in PHP), or the store has no type for the name.",
      "Write the name as a string, whatever is in it.",
    ],
    [
      {
        claims: "content",
        also: texts(
          (was, is) => is.length > 0 && was.startsWith(is) && /^\p{RGI_Emoji}/v.test(was.slice(is.length)),
        ),
      },
      "The text is truncated before its first emoji: the database or its connection stores three bytes a character, and an emoji needs four (utf8 in MySQL).",
      utf8,
    ],
    [
      {
        claims: "content",
        also: texts(
          (was, is) => is.length > 0 && was.startsWith(is) && /^[&,;#?=|"<]/.test(was.slice(is.length)),
        ),
      },
      "The text ends before a sign that has a meaning where it is written or read: a comma or a quotation mark between values, & or # in a URL, < in markup.",
      "Escape each value there (encodeURIComponent, a writer for CSV), or keep it as JSON.",
    ],
    [
      {
        claims: "content",
        also: texts(
          (was, is) => is.length > 0 && was.startsWith(is.replace(/(?:…|\.\.\.|[\0\uFFFD]+)$/u, "")),
        ),
      },
      "The text is truncated to a maximum length, in characters or in bytes of UTF-8, or to as many bytes as it has characters.",
      keep,
    ],
    [
      { also: texts((was, is) => readFrom(is).includes(was) || readFrom(was).includes(is)) },
      "The text is escaped or unescaped for HTML, a URL, JSON or SQL (a backslash or a quotation mark more or less), or its markup is dropped, before it is stored or sent.",
      "Store and send the text unchanged, escape it only where it is put into a page or a URL, write JSON with a library, and give the text to SQL as a parameter.",
    ],
    [
      {
        claims: "content",
        also: texts((was, is) => [was, was.normalize("NFD")].map(inAscii).includes(inAscii(is))),
      },
      "Characters outside ASCII, or emoji alone, are replaced or dropped: UTF-8 is read as Latin-1 (each becomes two or three characters), the character set of the database or its connection lacks them (utf8 in MySQL stores three bytes a character, an emoji needs four), or a filter for control characters removes others, too.",
      utf8,
    ],
  ]),
];

/** True where the number that is shown is the one that was sent, as a double or with fewer digits. */
export function isRounded(clues: Clues): boolean {
  const digits = Array.from({ length: 12 }, (_, place) => place + 6);
  const isCut = (was: bigint, is: bigint) =>
    digits.some((count) => BigInt(Number(Number(was).toPrecision(count))) === is);
  return integers((was, is) => Number(is) === Number(was) || is === 2n ** 53n - 1n || isCut(was, is))(clues);
}

/** True where the pet has the name of the one that was asked for, so that its id alone is wrong. */
function isOfAsked({ exchange, facts }: Clues): boolean {
  const name = petIn(exchange)?.name;
  return name !== undefined && createdPets(facts).firstShown(idAsked(exchange))?.name === name;
}

/** True where other answers show several pets whose ids round to the id that this list shows, and the list shows one. */
function isOneDouble({ exchange, shown, facts }: Clues): boolean {
  const id = Number(integerOf(shown));
  const listed = new Set(petsIn(exchange)?.flatMap((pet) => (Number(pet.id) === id ? (pet.id ?? []) : [])));
  return listed.size === 1 && (idsByDouble(facts).get(id)?.size ?? 0) > 1;
}

const idsByDouble = derived(({ exchanges }) => {
  const ids = new Map<number, Set<bigint>>();
  for (const { id } of exchanges.flatMap((e) => [petIn(e) ?? [], petsIn(e) ?? []].flat()))
    if (id !== undefined) ids.set(Number(id), (ids.get(Number(id)) ?? new Set()).add(id));
  return ids;
});

function isCutTo32Bits(was: bigint, is: bigint): boolean {
  return [was, BigInt(Number(was))].some((one) => (one - is) % 2n ** 32n === 0n);
}

/** True where this create, and each other that got an id again, sent the name of one with that id or got another name than it sent. */
function areLikeOthers({ exchange, facts }: Clues): boolean {
  const byId = Map.groupBy(facts.exchanges.filter(isNewPet), (e) => petIn(e)?.id);
  const isLikeOne = (e: Exchange) => {
    const isAlike = (one: Exchange) => one !== e && sentName(one) === sentName(e);
    return petIn(e)?.name !== sentName(e) || byId.get(petIn(e)?.id)?.some(isAlike) === true;
  };
  return isLikeOne(exchange) && [...byId.values()].every((own) => own.slice(1).every(isLikeOne));
}

/** True where the service assigned this id to more than one create. */
function isGivenTwice({ pet, facts }: Clues): boolean {
  const isGiven = (e: Exchange) =>
    isNewPet(e) && integerOf(sentField(e, "id")) !== pet?.id && petIn(e)?.id === pet?.id;
  return facts.exchanges.filter(isGiven).length > 1;
}

/**
 * True where creates got ids again at regular intervals, or each got one that was given out several creates before; or where a few
 * ids were given twice, and all others go up by one.
 */
function isOfBlocks({ facts }: Clues): boolean {
  const creates = inOrderHandled(facts).all.filter(isNewPet);
  const ids = creates.flatMap((e) => petIn(e)?.id ?? []);
  const again = ids.flatMap((id, place) => (ids.indexOf(id) < place ? place : []));
  const [first = 0, second = 0] = again;
  const turn = second - first;
  const areInTurn = turn > 2 && first <= turn && again.every((place, nth) => place === first + nth * turn);
  const sinceLast = (place: number) => place - ids.lastIndexOf(ids[place] ?? 0n, place - 1);
  const isFar = again.every((place) => sinceLast(place) > 2);
  // Random ids come again by chance, and few of them follow another one.
  const areCounted = ids.filter((id) => ids.includes(id - 1n)).length * 2 > ids.length;
  return (again.length > 1 && (areInTurn || (isFar && areCounted))) || isAtBorders(ids);
}

/** At most one in so many creates begins a block. */
const shortestBlock = 5;

function isAtBorders(ids: readonly bigint[]): boolean {
  const sorted = ids.toSorted((a, b) => Number(a - b));
  const steps = sorted.slice(1).map((id, place) => Number(id - (sorted[place] ?? id)));
  const again = steps.filter((step) => step === 0).length;
  const isTwiceAtMost = steps.every((step, place) => step !== 0 || steps[place + 1] !== 0);
  return again > 0 && again * shortestBlock < ids.length && isTwiceAtMost && steps.every((step) => step <= 1);
}

/** True where only creates that were under way at the same time share ids. */
function isGivenAtOnce(clues: Clues): boolean {
  const { facts } = clues;
  const creates = facts.exchanges.filter(isNewPet);
  const shared = [...Map.groupBy(creates, (e) => petIn(e)?.id).values()].filter((own) => own.length > 1);
  const haveMet = (own: readonly Exchange[]) =>
    own.every((e) => metOf(e, facts).some((one) => own.includes(one)));
  return isGivenTwice(clues) && shared.flat().length > 2 && shared.every(haveMet);
}

/** True where this holds of an integer that was sent and another that is shown. */
function integers(isSo: (was: bigint, is: bigint) => boolean) {
  return ({ sent, shown }: Clues): boolean => {
    const is = integerOf(shown);
    return typeof sent === "bigint" && is !== undefined && is !== sent && isSo(sent, is);
  };
}

/** True where this holds of a text that was sent and another that is shown. */
function texts(isSo: (was: string, is: string) => boolean) {
  return ({ sent, shown }: Clues): boolean => {
    const is = stringOf(shown);
    return typeof sent === "string" && is !== undefined && is !== sent && isSo(sent, is);
  };
}

function inAscii(text: string): string {
  return text.replace(/[^ -~]|\?/gu, "");
}

/** What the text becomes if it is read as HTML or as a literal of SQL or JSON, stripped of tags, or percent-decoded. */
function readFrom(text: string): readonly string[] {
  const decoded = percentDecoded(text);
  const written = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/g;
  const literals = [
    text.replace(/\\(.?)/g, "$1"),
    text.replaceAll("''", "'"),
    text.replace(written, (one) => JSON.parse(`"${one}"`)),
  ];
  const tagless = text.replace(/<[^<>]*>/g, "");
  return [unescaped(text), ...literals, tagless, decoded, decoded.replaceAll("+", " ")];
}

function unescaped(text: string): string {
  const signs = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'", "#x27": "'", "#34": '"' };
  const known: Readonly<Record<string, string>> = signs;
  return text.replace(/&(#?\w+);/g, (one, sign: string) => known[sign.replace("#0", "#")] ?? one);
}
