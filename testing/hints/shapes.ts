import { seededRandom } from "#core/check/inputs/random.ts";
import { after } from "#reference-server/fault-parts.ts";
import type { Call, Hooks } from "#reference-server/hooks/call.ts";
import { headerValue, type ServerResponse, withHeader } from "#reference-server/message.ts";
import type { Pet } from "#reference-server/store.ts";
import { withText } from "../reference-server/handlers.ts";
import { givesAway, type Hinted, inWhole, withStored } from "./hinted.ts";

/** Mistakes that show in one answer, whatever came before it. */
export const ofShapes: readonly Hinted[] = [
  givesAway("reads that are written into one buffer", "A part of another answer", (correct) => {
    let kept = new Uint8Array();
    return {
      respond: (response, call) => {
        const answer = correct.respond(response, call);
        if (answer.status !== 200 || !/\/\d+$/.test(call.path)) return answer;
        kept = new Uint8Array([...answer.body, ...kept.slice(answer.body.length)]);
        return { ...answer, body: kept };
      },
    };
  }),
  givesAway(
    "a body in another coding than its header names",
    "that its Content-Encoding names",
    after("respond", (answer, _, { query }) =>
      query.get("status") === "sold" ? withHeader(answer, "Content-Encoding", "gzip") : answer,
    ),
  ),
  givesAway("a removal day that each read moves", "changed in place", () => {
    const day = new Date("2030-12-05");
    return {
      deprecationHeaders: () => {
        const sunset = day.toUTCString();
        day.setUTCDate(day.getUTCDate() - 1);
        return [
          ["Deprecation", "@1735689600"],
          ["Sunset", sunset],
        ];
      },
    };
  }),
  givesAway("an Error in camel case", "under another name", () => ({
    errorBody: (status, message) => ({ errorCode: "none", errorMessage: message, status }),
  })),
  givesAway("errors that get the status of the one before", "errors share an object", (correct) => {
    let last: number | undefined;
    return {
      errorBody: (status, message, call) => {
        const before = last ?? status;
        last = status;
        return correct.errorBody(before, message, call);
      },
    };
  }),
  givesAway("a length in characters", "counts characters where it should count bytes", (correct) => ({
    listPets: (call) => {
      const answer = correct.listPets(call);
      const { length } = new TextDecoder().decode(answer.body);
      return { ...answer, body: answer.body.slice(0, length) };
    },
  })),
  ...(['"conformance-0a1b-body-null","categoryId":null', '100320358180456,"categoryId":1'] as const).map(
    (fields) =>
      givesAway(`a pet of an earlier run: ${fields}`, "stored by an earlier run", (correct) => ({
        listPets: (call) =>
          withText(correct.listPets(call), (text) =>
            call.query.size > 0 ? text : text.replace(/\{[^{}]*\}\s*\]$/, `{"id":77,"name":${fields}}]`),
          ),
      })),
  ),
  inWhole(
    "a status that reads by id leave out where it is available",
    "The answer depends on the data",
    after("getPet", (answer) => withText(answer, (text) => text.replace(',"status":"available"', ""))),
  ),
  inWhole(
    "an id that is rounded where the right pet is written",
    "has 53 bits, is written with",
    after("getPet", (answer) =>
      withText(answer, (text) => text.replace(/(?<="id":)\d+/, (id) => String(BigInt(Number(id))))),
    ),
  ),
  inWhole(
    "reads of pets that are published in fours",
    "New pets are not found, or late",
    withStored((stored, correct) => ({
      findPet: (id, call) => {
        const place = stored.indexOf(id);
        return place < stored.length - (stored.length % 4) ? correct.findPet(id, call) : undefined;
      },
    })),
  ),
  inWhole("a cache that names itself in its answers", "a cache answers whose key", (correct) => {
    let kept: ServerResponse | undefined;
    let lists = 0;
    return {
      listPets: (call) => {
        lists += 1;
        if (kept !== undefined && lists % 6 < 2) return withHeader(kept, "X-Cache", "Hit from edge");
        const answer = correct.listPets(call);
        if (answer.status === 200) kept = answer;
        return answer;
      },
    };
  }),
  inWhole("ids drawn from few, which come again by chance", "random bits", () => {
    const draw = seededRandom(4, "ids");
    return { assignId: () => 4096n + BigInt(Math.floor(64 * draw())) };
  }),
  inWhole(
    "a list that sorts the pets in place, which reads find by their place",
    "by their place",
    (correct) => {
      const places = new Map<bigint, number>();
      let pets: readonly Pet[] = [];
      const known = (call: Call): readonly Pet[] => {
        const added = correct.visiblePets(call).filter(({ id }) => !places.has(id));
        for (const [at, { id }] of added.entries()) places.set(id, pets.length + at);
        pets = [...pets, ...added];
        return pets;
      };
      return {
        visiblePets: known,
        listPets: (call) => {
          pets = known(call).toSorted((a, b) => a.name.localeCompare(b.name));
          return correct.listPets(call);
        },
        findPet: (id, call) => known(call)[places.get(id) ?? -1],
      };
    },
  ),
  givesAway("a window that does not end once it is used up", "No new window begins", (correct) => {
    let usedUp: ReturnType<Hooks["countRequest"]>;
    return {
      countRequest: (call) => {
        const quota = usedUp ?? correct.countRequest(call);
        if (quota?.exceeded) usedUp = quota;
        return quota;
      },
    };
  }),
  inWhole("a library for bearer tokens that answers 400", "a library for bearer tokens", (correct) => ({
    unauthorized: (call) => {
      const value = headerValue(call.request, "authorization") ?? "Bearer none";
      if (/^Bearer [\w.~+/=-]+$/.test(value)) return correct.unauthorized(call);
      return call.hooks.errorResponse(400, "The token is malformed.", call, []);
    },
  })),
  inWhole(
    "the last nine pets of this run alone, in lists and reads",
    "Later requests drop stored pets",
    withStored((stored, correct) => {
      const isDropped = (id: bigint) => stored.slice(0, -9).includes(id);
      return {
        visiblePets: (call) => correct.visiblePets(call).filter(({ id }) => !isDropped(id)),
        findPet: (id, call) => (isDropped(id) ? undefined : correct.findPet(id, call)),
      };
    }),
  ),
  inWhole(
    "a limit that is applied before the filter",
    "applied before the filter: the list has",
    (correct) => ({
      visiblePets: (call) => {
        const pets = correct.visiblePets(call);
        const most = Number(call.query.get("limit") ?? 20);
        return call.query.has("status") && most >= 1 ? pets.slice(0, most) : pets;
      },
    }),
  ),
];
