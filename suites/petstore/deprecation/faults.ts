import { alike, type BedServer } from "#reference-server/bed-server.ts";
import { after, counting, instead, rejecting, replaced } from "#reference-server/fault-parts.ts";
import { jsonResponse } from "#reference-server/hooks/answers.ts";
import type { Call } from "#reference-server/hooks/call.ts";
import { emptyResponse, type ServerResponse } from "#reference-server/message.ts";
import type { PetStore } from "#reference-server/store.ts";

const gone = alike({ fails: ["DEPR-1", "GET-1", "HTTP-2"] })({
  "removed-early": {
    title: "has removed the reading of one pet before its day",
    fails: ["DEPR-1", "GET-1"],
    hooks: () => ({ isRemoved: () => true }),
  },
  "gone-early": {
    title: "answers 410 wherever one pet is read",
    idiom: "route taken out behind a flag",
    hooks: rejecting("getPet", 410, "Use the list of animals."),
  },
  "redirects-early": {
    title: "redirects from one pet to the list",
    hooks: replaced("getPet", () => emptyResponse(301, [["Location", "/v1/pets?status=available"]])),
  },
});

const right = { Deprecation: "@1735689600", Sunset: "Thu, 05 Dec 2030 00:00:00 GMT" };

type Announced = readonly [title: string, value?: string, idiom?: string];

/** Servers that announce the end of getPet with another value in one of the two headers, or without it. */
function announcing(
  header: keyof typeof right,
  rows: Readonly<Record<string, Announced>>,
): Readonly<Record<string, BedServer>> {
  return Object.fromEntries(
    Object.entries(rows).map(([id, [title, wrong, idiom]]) => {
      const headers = Object.entries({ ...right, [header]: wrong }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      );
      return [id, { title, ...(idiom && { idiom }), hooks: replaced("deprecationHeaders", () => headers) }];
    }),
  );
}

const deprecation = announcing("Deprecation", {
  "no-deprecation": ["sends no Deprecation header"],
  "deprecation-true": ["writes true as Deprecation", "true", "an older draft"],
  "deprecation-http-date": [
    "writes Deprecation as an HTTP date",
    "Wed, 01 Jan 2025 00:00:00 GMT",
    "an older draft",
  ],
  "deprecation-without-at": ["writes Deprecation as bare seconds", "1735689600"],
  "deprecation-iso-date": ["writes Deprecation as an ISO date", "2025-01-01"],
  "deprecation-in-milliseconds": ["writes milliseconds into Deprecation", "@1735689600000", "Date.now()"],
});

const sunset = announcing("Sunset", {
  "no-sunset": ["sends no Sunset header"],
  "sunset-iso-date": ["writes Sunset as an ISO date", "2030-12-05T00:00:00Z"],
  "sunset-as-timestamp": [
    "writes Sunset as @ and seconds",
    "@1922659200",
    "the form of Deprecation in Sunset",
  ],
  "sunset-wrong-weekday": [
    "writes a weekday into Sunset that does not fit its date",
    "Fri, 05 Dec 2030 00:00:00 GMT",
  ],
  "sunset-other-zone": ["writes Sunset in another zone than GMT", "Thu, 05 Dec 2030 01:00:00 +0100"],
  "sunset-late": ["announces the end a year after the day", "Fri, 05 Dec 2031 00:00:00 GMT"],
});

const early = announcing("Sunset", {
  "sunset-early": ["announces the end a year before the day", "Wed, 05 Dec 2029 00:00:00 GMT"],
  "sunset-month-and-day-swapped": [
    "announces the end on 12 May of the year",
    "Sun, 12 May 2030 00:00:00 GMT",
    "day and month mixed up",
  ],
});

/** Announces the end of getPet in the answers to lists and creates, too. */
const announced = (answer: ServerResponse, { path }: Call): ServerResponse =>
  path.endsWith("/pets") ? { ...answer, headers: [...answer.headers, ...Object.entries(right)] } : answer;

const elsewhere = alike({ warns: ["DEPR-6"] })({
  "deprecates-lists": {
    title: "announces the end of getPet in the answers to lists and creates, too",
    idiom: "a middleware at /pets/*, which matches /pets",
    hooks: after("respond", (answer, _, call) => announced(answer, call)),
  },
  "deprecation-left-behind": {
    title: "announces the end of getPet in every answer once a pet was read by id",
    idiom: "headers added to an object that all answers share",
    hooks: (correct) => {
      let isRead = false;
      return {
        respond: (response, call) => {
          const answer = correct.respond(response, call);
          isRead ||= answer.status === 200 && /\/pets\/\d/.test(call.path);
          return isRead ? announced(answer, call) : answer;
        },
      };
    },
  },
});

/** Serves these pets one by one after the removal day, too. */
const removedBut = (isServed: (entry: PetStore["entries"][number]) => boolean) =>
  after("isRemoved", (right, { path, state }) => {
    const entry = state.store.entries.find(({ pet }) => path.endsWith(`/${pet.id}`));
    return right && (entry === undefined || !isServed(entry));
  });

const afterwards = alike({ fails: ["DEPR-5"], stage: { startsAt: "2031-01-15T09:00:00Z" } })({
  "not-removed": {
    title: "still serves single pets after the removal day",
    hooks: () => ({ isRemoved: () => false }),
  },
  "wrapped-after-removal": {
    title: "serves the pet beside a notice after the removal day",
    idiom: "a new version of the answer in place of its end",
    hooks: instead("getPet", (call) => {
      const id = /^\/v1\/pets\/(\d{1,18})$/.exec(call.path)?.[1];
      const pet = id === undefined ? undefined : call.hooks.findPet(BigInt(id), call);
      if (pet === undefined || !call.hooks.isRemoved(call)) return undefined;
      const notice = "This operation was removed.";
      return jsonResponse(200, { notice, pet: call.hooks.serialisePet(pet, call) }, call);
    }),
  },
  "redirects-after-removal": {
    title: "redirects from a single pet after the removal day",
    hooks: instead("getPet", (call) =>
      call.hooks.isRemoved(call) ? emptyResponse(308, [["Location", "/v1/pets"]]) : undefined,
    ),
  },
  "removed-except-created": {
    title: "still serves created pets after the removal day",
    idiom: "route removed from one of two services",
    hooks: removedBut(({ storedAtMs }) => storedAtMs > 0),
  },
  "removed-on-most-nodes": {
    title: "still serves every fifth read of a single pet after the removal day",
    idiom: "an old version behind the load balancer",
    hooks: counting("isRemoved", (nth, correctly, call) => correctly(call) && nth % 5 !== 0),
  },
  "removed-but-for-one-status": {
    title: "still serves sold pets one by one after the removal day",
    idiom: "an archive that was forgotten",
    hooks: removedBut(({ pet }) => pet.status === "sold"),
  },
});

export default {
  ...gone,
  ...alike({ warns: ["DEPR-2"] })(deprecation),
  ...alike({ warns: ["DEPR-3"] })(sunset),
  ...alike({ fails: ["DEPR-4"] })(early),
  ...elsewhere,
  ...afterwards,
};
