import { type Facts, isAnswered } from "#core/check/facts.ts";
import { jsonOf } from "#core/check/json-body.ts";
import { ifRecorded } from "#core/contract/recorded.ts";
import { type Exchange, isAfter } from "#core/exchange/exchange.ts";
import { integerOf, member } from "#core/json/read.ts";
import {
  asked,
  idAsked,
  isCreated,
  petIn,
  petsIn,
  sentField,
  sentJson,
  sentName,
  sentText,
  textIn,
} from "#suites/petstore/pets.ts";
import { oddNames } from "../history.ts";
import type { Feature } from "./contrast.ts";
import { contextOf } from "./features-of-context.ts";
import { bound, condition, either, sameValue } from "./traits.ts";

/** What a condition is about: there is advice for each. */
export type FeatureKind =
  | ("parameter" | "field" | "id" | "key" | "outcome")
  | ("later" | "before" | "stored" | "since" | "until" | "address")
  | ("copy" | "turn" | "instance" | "connection" | "company" | "remaining");

type PetFeature = Feature<Exchange, FeatureKind>;

/** Which side of the answers is wrong. */
export interface Side {
  readonly of: string;
  readonly name?: string;
}

/** By which answers may differ, in the order in which they are preferred: what was asked, then where, then when. */
export function featuresOf(facts: Facts, { of, name }: Side): readonly PetFeature[] {
  return [
    ...(of === "status" ? [] : [outcome]),
    ...(of === "field" && name !== undefined ? [leftover(name, facts)] : []),
    ...keys,
    usedKey(facts),
    ...parametersOf(facts),
    ...bodies,
    ...ids(facts),
    ...contextOf(facts),
  ];
}

/** A value that an earlier create sent, and this one did not. A default is always the same; what is left over changes. */
function leftover(field: string, { exchanges }: Facts): PetFeature {
  const sent = (e: Exchange) => textIn(sentField(e, field));
  const shown = (e: Exchange) => textIn(member(jsonOf(e), field));
  const posts = exchanges.filter(({ request }) => request.method === "POST");
  const before = (e: Exchange) => {
    const value = shown(e);
    if (value === undefined || value === sent(e)) return undefined;
    return posts.findLast((one) => one !== e && !isAfter(one, e) && sent(one) === value);
  };
  const words = `which show the ${field} of an earlier create`;
  return (broken) =>
    new Set(broken.map(shown)).size < 2
      ? []
      : [
          {
            kind: "before",
            isContext: true,
            words,
            has: (e) => before(e) !== undefined,
            before: (e) => [before(e) ?? []].flat(),
          },
        ];
}

const isPlain = (value: unknown) => /^[\w.+-]{1,24}$/.test(String(value));

const outcome: PetFeature = sameValue(
  { kind: "outcome" },
  (e) => (isAnswered(e) ? e.outcome.answer.status : undefined),
  (status) => `with the HTTP status ${status}`,
);

const keys: readonly PetFeature[] = [
  condition({ kind: "key" }, "with the valid key", ({ request }) => request.credential.kind === "valid"),
  condition({ kind: "key" }, "without any key", ({ request }) => request.credential.kind === "none"),
  condition({ kind: "key" }, "with an invalid key", ({ request }) => request.credential.kind === "other"),
  sameValue(
    { kind: "key" },
    ({ request: { credential } }) => (credential.kind === "other" ? credential.about : undefined),
    (about) => `with ${about}`,
  ),
];

/** One that is refused at first, and accepted later, was remembered. */
function usedKey({ exchanges }: Facts): PetFeature {
  const sentKey = ({ request: { credential } }: Exchange) =>
    credential.kind === "other" ? credential.value : undefined;
  const earlier = (e: Exchange) =>
    sentKey(e) === undefined
      ? undefined
      : exchanges.find((one) => one.id < e.id && sentKey(one) === sentKey(e));
  return condition(
    { kind: "key" },
    "with a wrong key that had been sent before",
    (e) => earlier(e) !== undefined,
    (e) => [earlier(e) ?? []].flat(),
  );
}

/** There or not, where all are requests of which this holds. */
function given(
  kind: "parameter" | "field",
  name: string,
  isOf: (exchange: Exchange) => boolean,
  has: (exchange: Exchange) => boolean,
): PetFeature {
  const feature: PetFeature = either({ kind }, [`with ${name}`, `without ${name}`], has);
  return (broken, held) => ([...broken, ...held].every(isOf) ? feature(broken, held) : []);
}

function parametersOf({ contract }: Facts): readonly PetFeature[] {
  const about = { kind: "parameter" } as const;
  const isList = ({ request }: Exchange) => contract.operationAt(request) === "listPets";
  const limit = (e: Exchange) => {
    const text = asked(e, "limit") ?? "";
    return /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined;
  };
  const value = (name: "limit" | "status"): PetFeature =>
    sameValue(
      about,
      (e) => asked(e, name),
      (text) => (isPlain(text) ? `with ${name}=${text}` : undefined),
    );
  return [
    given("parameter", "a status filter", isList, (e) => asked(e, "status") !== undefined),
    given("parameter", "a limit", isList, (e) => asked(e, "limit") !== undefined),
    value("status"),
    value("limit"),
    ...badLimits.map(([words, pattern]) =>
      condition<Exchange, FeatureKind>(about, words, (e) => pattern.test(asked(e, "limit") ?? "1")),
    ),
    bound(about, limit, {
      from: (least) => `with a limit of ${least} or more`,
      upTo: (most) => `with a limit of ${most} or less`,
    }),
  ];
}

const badLimits: readonly (readonly [words: string, pattern: RegExp])[] = [
  ["with a limit that is no whole number", /^(?!-?[0-9]+$)/],
  ["with a limit below 1", /^(?:-|0+$)/],
  ["with a limit that is none, or of three digits and more", /^(?![1-9][0-9]?$)/],
];

const isPost = ({ request }: Exchange) => request.method === "POST";

const bodies: readonly PetFeature[] = [
  sameValue(
    { kind: "field" },
    ({ request }) => ifRecorded(ifRecorded(request.body)?.contentType),
    (type) => (type === "application/json" ? undefined : `with the Content-Type ${type}`),
  ),
  condition(
    { kind: "field" },
    "without a Content-Type",
    (e) => isPost(e) && ifRecorded(ifRecorded(e.request.body)?.contentType) === undefined,
  ),
  condition({ kind: "field" }, "with an empty body", (e) => isPost(e) && sentText(e) === ""),
  condition({ kind: "field" }, "whose body is not JSON", (e) => isPost(e) && !sentJson(e).ok),
  ...(["status", "categoryId", "name", "id"] as const).flatMap((name): readonly PetFeature[] => {
    const about = { kind: "field" } as const;
    const sent = (e: Exchange) => (isPost(e) ? sentField(e, name) : undefined);
    const value = (e: Exchange) => (name === "name" ? undefined : textIn(sent(e)));
    return [
      given("field", `${name} in the body`, isPost, (e) => sent(e) !== undefined),
      sameValue(
        about,
        (e) => sent(e)?.kind,
        (kind) => `whose ${name} is a JSON ${kind}`,
      ),
      sameValue(about, value, (text) => (isPlain(text) ? `with ${name} ${text}` : undefined)),
    ];
  }),
  bound({ kind: "field" }, (e) => integerOf(sentField(e, "categoryId")), {
    from: (least) => `with a categoryId of ${least} or more`,
    upTo: (most) => `with a categoryId of ${most} or less`,
  }),
  ...oddNames.map(
    ([words, pattern]): PetFeature =>
      condition({ kind: "field" }, `with a name with ${words}`, (e) => pattern.test(sentName(e) ?? "-")),
  ),
  bound({ kind: "field" }, (e) => sentName(e)?.length, {
    from: (least) => `with a name of ${least} characters or more`,
    upTo: (most) => `with a name of ${most} characters or less`,
  }),
];

const maxSafe = BigInt(Number.MAX_SAFE_INTEGER);

/** So many on both sides, before where ids lie says anything. */
const fewestIds = 5;

/** Which pet is asked for, or was created. */
function ids({ exchanges }: Facts): readonly PetFeature[] {
  const about = { kind: "id" } as const;
  const idOf = (e: Exchange) => idAsked(e) ?? (isCreated(e) ? petIn(e)?.id : undefined);
  const known = new Map(exchanges.flatMap((e) => petsIn(e) ?? petIn(e) ?? []).map((pet) => [pet.id, pet]));
  const petOf = (e: Exchange) => (idAsked(e) === undefined ? undefined : known.get(idAsked(e)));
  const own = new Set(exchanges.filter((e) => isPost(e) && isCreated(e)).map((e) => petIn(e)?.id));
  // An answer without an id is neither.
  const isOdd = (e: Exchange) => {
    const id = idOf(e);
    return id === undefined ? undefined : id % 2n !== 0n;
  };
  const parity: PetFeature = either(about, ["whose id is odd", "whose id is even"], isOdd);
  const idBound: PetFeature = bound(about, idAsked, {
    from: (least) => `whose id is ${least} or more`,
    upTo: (most) => `whose id is ${most} or less`,
  });
  return [
    condition(about, "whose id is beyond 2^53", (e) => {
      const id = idAsked(e) ?? 0n;
      return id > maxSafe || id < -maxSafe;
    }),
    either(about, ["of pets that this run created", "of pets that this run did not create"], (e) =>
      idAsked(e) === undefined ? undefined : own.has(idAsked(e)),
    ),
    // Ids rise as the run goes on: a few are at some end of them by chance, and each is even or odd.
    (broken, held) =>
      Math.min(broken.length, held.filter((e) => idOf(e) !== undefined).length) < fewestIds
        ? []
        : [...parity(broken, held), ...idBound(broken, held)],
    sameValue(
      about,
      (e) => petOf(e) && (petOf(e)?.status ?? "none"),
      (status) => `of pets with the status ${status}`,
    ),
    sameValue(
      about,
      (e) => petOf(e)?.categoryId,
      (category) => `of pets of category ${category}`,
    ),
  ];
}
