import { answeredWith, type Facts, isAnswered, statusClass } from "#core/check/facts.ts";
import { ifRecorded } from "#core/contract/recorded.ts";
import { type Exchange, isAfter } from "#core/exchange/exchange.ts";
import { integerOf } from "#core/json/read.ts";
import {
  asked,
  idAsked,
  isList,
  type PetView,
  petIn,
  sentField,
  sentJson,
  sentName,
  textIn,
} from "#suites/petstore/pets.ts";
import type { AdviceKind } from "../advice-by-contrast.ts";
import { createdPets, isNewPet, oddNames, operationOf } from "../history.ts";
import type { Feature, Trait } from "./contrast.ts";
import { contextOf, instances } from "./features-of-context.ts";
import { bound, came, condition, either, sameValue } from "./traits.ts";

/**
 * The features by which answers may differ, the preferred ones first: what the answer itself shows, what was asked, when it came.
 * @param side which part of the answers is wrong; `fate` where created pets are compared
 */
export function featuresOf(facts: Facts, side: string): readonly Feature[] {
  return [
    ...(side === "status" || side === "fate" ? [] : outcomes),
    ...keys,
    instances,
    came({ kind: "address" }, "with a key that was rejected before", (e) => refused(e, facts)),
    ...parametersOf(facts),
    ...bodies,
    ...petsAsked(facts),
    ...ids(facts, side),
    ...contextOf(facts, side),
  ];
}

const where = (kind: AdviceKind, words: string, has: Trait["has"]): Feature =>
  condition({ kind }, words, has);

type Is = (exchange: Exchange) => boolean;

const isPlain = (value: unknown) => /^[\w.+-]{1,24}$/.test(String(value));
const isPost = ({ request }: Exchange) => request.method === "POST";

const outcomes: readonly Feature[] = [
  sameValue(
    { kind: "outcome" },
    (e) => (isAnswered(e) ? e.outcome.answer.status : undefined),
    (status) => `with the HTTP status ${status}`,
  ),
  where("outcome", "with the HTTP status of an error", (e) => (statusClass(e) ?? 0) >= 4),
];

const keys: readonly Feature[] = [
  where("key", "with the valid key", ({ request }) => request.credential.kind === "valid"),
  where("key", "without any key", ({ request }) => request.credential.kind === "none"),
  where("key", "with an invalid key", ({ request }) => request.credential.kind === "other"),
  sameValue(
    { kind: "key" },
    ({ request: { credential } }) => (credential.kind === "other" ? credential.about : undefined),
    (about) => `with ${about}`,
  ),
];

/** The earlier 401s to the same invalid key. */
function refused(e: Exchange, { exchanges }: Facts): readonly Exchange[] {
  const keyOf = ({ request: { credential } }: Exchange) =>
    credential.kind === "other" ? `${credential.header} ${credential.value}` : undefined;
  const isEarlier = (one: Exchange) =>
    one.id < e.id && keyOf(one) === keyOf(e) && isAfter(e, one) && answeredWith(one, 401);
  return keyOf(e) === undefined ? [] : exchanges.filter(isEarlier);
}

/** With or without something, if all compared requests can have it. */
const given = (about: "parameter" | "field", name: string, isOf: Is, has: Is): Feature => {
  const feature: Feature = either({ kind: about }, [`with ${name}`, `without ${name}`], has);
  return (broken, held) => ([...broken, ...held].every(isOf) ? feature(broken, held) : []);
};

function parametersOf(facts: Facts): readonly Feature[] {
  const kind = "parameter";
  const isList = (e: Exchange) => operationOf(e, facts) === "listPets";
  const limit = (e: Exchange) => asked(e, "limit") ?? "";
  const value = (name: "limit" | "status"): Feature =>
    sameValue(
      { kind },
      (e) => asked(e, name),
      (text) => (isPlain(text) ? `with ${name}=${text}` : undefined),
    );
  return [
    given(kind, "a status filter", isList, (e) => asked(e, "status") !== undefined),
    given(kind, "a limit", isList, (e) => asked(e, "limit") !== undefined),
    value("status"),
    value("limit"),
    bound({ kind }, (e) => (/^[0-9]{1,9}$/.test(limit(e)) ? Number(limit(e)) : undefined), {
      from: (least) => `with a limit of ${least} or more`,
      upTo: (most) => `with a limit of ${most} or less`,
    }),
  ];
}

const typeOf = ({ request }: Exchange) => ifRecorded(ifRecorded(request.body)?.contentType);

const field = { kind: "field" } as const;

const isLabelled = (e: Exchange) => /^application\/json\b/i.test(typeOf(e) ?? "");

/** What a body parser rejects. */
const unread = where(
  "field",
  "whose body is not read: it is not JSON, or of another Content-Type",
  (e) => isPost(e) && !(sentJson(e).ok && isLabelled(e)),
);

const bodies: readonly Feature[] = [
  sameValue(field, typeOf, (type) =>
    type === "application/json" ? undefined : `with the Content-Type ${type}`,
  ),
  where("field", "whose body is not JSON", (e) => isPost(e) && !sentJson(e).ok),
  (broken, held) => (broken.some((e) => sentJson(e).ok) ? unread(broken, held) : []),
  ...(["status", "categoryId", "name", "id"] as const).flatMap((name): readonly Feature[] => {
    const sent = (e: Exchange) => (isPost(e) ? sentField(e, name) : undefined);
    const value = (e: Exchange) => (name === "name" ? undefined : textIn(sent(e)));
    const isGiven = (e: Exchange) => sent(e) !== undefined;
    return [
      given("field", `${name} in the body`, isPost, isGiven),
      sameValue(
        field,
        (e) => sent(e)?.kind,
        (kind) => `whose ${name} is a JSON ${kind}`,
      ),
      sameValue(field, value, (text) => (isPlain(text) ? `with ${name} ${text}` : undefined)),
    ];
  }),
  bound(field, (e) => integerOf(sentField(e, "categoryId")), {
    from: (least) => `with a categoryId of ${least} or more`,
    upTo: (most) => `with a categoryId of ${most} or less`,
  }),
  ...oddNames.map(([words, pattern]) =>
    where("field", `with a name with ${words}`, (e) => pattern.test(sentName(e) ?? "-")),
  ),
  bound(field, (e) => sentName(e)?.length, {
    from: (least) => `with a name of ${least} characters or more`,
    upTo: (most) => `with a name of ${most} characters or less`,
  }),
];

/** What distinguishes the pets that are read by id, as creates and lists show them. */
function petsAsked(facts: Facts): readonly Feature[] {
  const petOf = (e: Exchange) => createdPets(facts).firstShown(idAsked(e));
  const read = (has: (pet: PetView) => boolean) => (e: Exchange) => {
    const pet = petOf(e);
    return pet && has(pet);
  };
  const lists = facts.exchanges.filter((e) => isList(e) && answeredWith(e, 200));
  const passedOver = (e: Exchange) => {
    const [pet, last] = [petOf(e), lists.findLast(({ id }) => id < e.id)];
    const filter = last && asked(last, "status");
    return pet && last && filter !== undefined && filter !== pet.status ? [last] : [];
  };
  return [
    came(
      { kind: "kept", isContext: true },
      "of a pet of another status than the list before was filtered by",
      passedOver,
      isAfter,
    ),
    sameValue(
      field,
      (e) => petOf(e)?.status,
      (status) => `of a pet with the status ${status}`,
    ),
    ...oddNames.map(([words, pattern]) =>
      where(
        "field",
        `of a pet with ${words} in its name`,
        read(({ name }) => pattern.test(name ?? "-")),
      ),
    ),
  ];
}

/** Ids from which on another digit, more bits or another type is needed. */
const edges: readonly bigint[] = [
  ...[7n, 8n, 15n, 16n, 31n, 32n, 53n].map((bits) => 2n ** bits),
  ...Array.from({ length: 18 }, (_, digits) => 10n ** BigInt(digits + 1)),
];

/** With fewer ids on either side, a common parity is likely chance. */
const leastForParity = 5;

/** Features of the id that is read, or of the pet that was created. */
function ids(facts: Facts, side: string): readonly Feature[] {
  const idOf = (e: Exchange) => idAsked(e) ?? (isNewPet(e) ? petIn(e)?.id : undefined);
  const own = createdPets(facts);
  const parity: Feature = either(
    { kind: "id", isAlone: true },
    ["whose id is odd", "whose id is even"],
    (e) => {
      const id = idOf(e);
      return id === undefined ? undefined : id % 2n !== 0n;
    },
  );
  const isOf = (isOwn: boolean) => (e: Exchange) =>
    idAsked(e) === undefined ? undefined : own.has(idAsked(e)) === isOwn;
  return [
    (broken, held) => {
      const idIn = (e: Exchange) => (side === "fate" ? idOf(e) : idAsked(e));
      const isBelow = (edge: bigint) => (e: Exchange) => (idIn(e) ?? 0n) < edge;
      const edge = edges.find((one) => !broken.some(isBelow(one)) && held.every(isBelow(one)));
      if (edge === undefined) return [];
      const has = (e: Exchange) => !isBelow(edge)(e);
      return where("id", `whose id is ${edge === 2n ** 53n ? "2^53" : edge} or more`, has)(broken, held);
    },
    where("created", "of pets that this run created", isOf(true)),
    where("id", "of pets that this run did not create", isOf(false)),
    (broken, held) =>
      Math.min(broken.length, held.filter((e) => idOf(e) !== undefined).length) < leastForParity
        ? []
        : parity(broken, held),
  ];
}
