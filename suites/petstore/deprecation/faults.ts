import { servers } from "#reference-server/bed-server.ts";
import { after, around, failing, made, replaced } from "#reference-server/fault-parts.ts";
import { jsonResponse } from "#reference-server/hooks/answers.ts";
import type { Hooks } from "#reference-server/hooks/call.ts";
import { emptyResponse } from "#reference-server/message.ts";
import { Refusal } from "#reference-server/refusal.ts";

const announcing =
  (deprecation: string | undefined, sunset: string | undefined): Hooks["deprecationHeaders"] =>
  () => [
    ...(deprecation === undefined ? [] : [["Deprecation", deprecation] as const]),
    ...(sunset === undefined ? [] : [["Sunset", sunset] as const]),
  ];

const since = "@1735689600";

const until = "Thu, 05 Dec 2030 00:00:00 GMT";

const afterRemoval = { startsAt: "2031-01-15T09:00:00Z" } as const;

export default servers({
  "removed-early": {
    title: "has removed the reading of one pet before its day",
    fails: ["DEPR-1", "GET-1"],
    hooks: () => ({ isRemoved: () => true }),
  },
  "gone-early": {
    title: "answers 410 wherever one pet is read",
    fails: ["DEPR-1", "GET-1", "HTTP-2"],
    idiom: "route taken out behind a flag",
    hooks: failing("getPet", new Refusal(410, "Use the list of animals.")),
  },
  "redirects-early": {
    title: "redirects from one pet to the list",
    fails: ["DEPR-1", "GET-1", "HTTP-2"],
    hooks: replaced("getPet", () => emptyResponse(301, [["Location", "/v1/pets?status=available"]])),
  },
  "no-deprecation": {
    title: "sends no Deprecation header",
    warns: ["DEPR-2"],
    hooks: () => ({ deprecationHeaders: announcing(undefined, until) }),
  },
  "deprecation-true": {
    title: "writes true as Deprecation",
    warns: ["DEPR-2"],
    idiom: "an older draft",
    hooks: () => ({ deprecationHeaders: announcing("true", until) }),
  },
  "deprecation-http-date": {
    title: "writes Deprecation as an HTTP date",
    warns: ["DEPR-2"],
    idiom: "an older draft",
    hooks: () => ({ deprecationHeaders: announcing("Wed, 01 Jan 2025 00:00:00 GMT", until) }),
  },
  "deprecation-without-at": {
    title: "writes Deprecation as bare seconds",
    warns: ["DEPR-2"],
    hooks: () => ({ deprecationHeaders: announcing("1735689600", until) }),
  },
  "deprecation-iso-date": {
    title: "writes Deprecation as an ISO date",
    warns: ["DEPR-2"],
    hooks: () => ({ deprecationHeaders: announcing("2025-01-01", until) }),
  },
  "deprecation-in-milliseconds": {
    title: "writes milliseconds into Deprecation",
    warns: ["DEPR-2"],
    idiom: "Date.now()",
    hooks: () => ({ deprecationHeaders: announcing("@1735689600000", until) }),
  },
  "no-sunset": {
    title: "sends no Sunset header",
    warns: ["DEPR-3"],
    hooks: () => ({ deprecationHeaders: announcing(since, undefined) }),
  },
  "sunset-iso-date": {
    title: "writes Sunset as an ISO date",
    warns: ["DEPR-3"],
    hooks: () => ({ deprecationHeaders: announcing(since, "2030-12-05T00:00:00Z") }),
  },
  "sunset-as-timestamp": {
    title: "writes Sunset as @ and seconds",
    warns: ["DEPR-3"],
    idiom: "the form of Deprecation in Sunset",
    hooks: () => ({ deprecationHeaders: announcing(since, "@1922659200") }),
  },
  "sunset-wrong-weekday": {
    title: "writes a weekday into Sunset that does not fit its date",
    warns: ["DEPR-3"],
    hooks: () => ({ deprecationHeaders: announcing(since, "Fri, 05 Dec 2030 00:00:00 GMT") }),
  },
  "sunset-other-zone": {
    title: "writes Sunset in another zone than GMT",
    warns: ["DEPR-3"],
    hooks: () => ({ deprecationHeaders: announcing(since, "Thu, 05 Dec 2030 01:00:00 +0100") }),
  },
  "sunset-late": {
    title: "announces the end a year after the day",
    warns: ["DEPR-3"],
    hooks: () => ({ deprecationHeaders: announcing(since, "Fri, 05 Dec 2031 00:00:00 GMT") }),
  },
  "sunset-early": {
    title: "announces the end a year before the day",
    fails: ["DEPR-4"],
    hooks: () => ({ deprecationHeaders: announcing(since, "Wed, 05 Dec 2029 00:00:00 GMT") }),
  },
  "sunset-month-and-day-swapped": {
    title: "announces the end on 12 May of the year",
    fails: ["DEPR-4"],
    idiom: "day and month mixed up",
    hooks: () => ({ deprecationHeaders: announcing(since, "Sun, 12 May 2030 00:00:00 GMT") }),
  },
  "not-removed": {
    title: "still serves single pets after the removal day",
    fails: ["DEPR-5"],
    stage: afterRemoval,
    hooks: () => ({ isRemoved: () => false }),
  },
  "wrapped-after-removal": {
    title: "serves the pet beside a notice after the removal day",
    fails: ["DEPR-5"],
    idiom: "a new version of the answer in place of its end",
    stage: afterRemoval,
    hooks: around("getPet", (correctly, call) => {
      const id = /^\/v1\/pets\/(\d{1,18})$/.exec(call.path)?.[1];
      const pet = id === undefined ? undefined : call.hooks.findPet(BigInt(id), call);
      if (pet === undefined || !call.hooks.isRemoved(call)) return correctly(call);
      const notice = "This operation was removed.";
      return jsonResponse(200, { notice, pet: call.hooks.serialisePet(pet, call) }, call);
    }),
  },
  "redirects-after-removal": {
    title: "redirects from a single pet after the removal day",
    fails: ["DEPR-5"],
    stage: afterRemoval,
    hooks: around("getPet", (correctly, call) =>
      call.hooks.isRemoved(call) ? emptyResponse(308, [["Location", "/v1/pets"]]) : correctly(call),
    ),
  },
  "removed-except-created": {
    title: "still serves created pets after the removal day",
    fails: ["DEPR-5"],
    idiom: "route removed from one of two services",
    stage: afterRemoval,
    hooks: after(
      "isRemoved",
      (right, call) =>
        right &&
        !call.state.store.entries.some(
          ({ pet, storedAtMs }) => storedAtMs > 0 && call.path.endsWith(`/${pet.id}`),
        ),
    ),
  },
  "removed-on-most-nodes": {
    title: "still serves every fifth read of a single pet after the removal day",
    fails: ["DEPR-5"],
    idiom: "an old version behind the load balancer",
    stage: afterRemoval,
    hooks: made("isRemoved", (correct) => {
      let reads = 0;
      return (call) => {
        reads += 1;
        return correct.isRemoved(call) && reads % 5 !== 0;
      };
    }),
  },
  "removed-but-for-one-status": {
    title: "still serves sold pets one by one after the removal day",
    fails: ["DEPR-5"],
    idiom: "an archive that was forgotten",
    stage: afterRemoval,
    hooks: after(
      "isRemoved",
      (right, call) =>
        right &&
        !call.state.store.entries.some(
          ({ pet }) => pet.status === "sold" && call.path.endsWith(`/${pet.id}`),
        ),
    ),
  },
});
