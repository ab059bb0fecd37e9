// Written by `npm run record` from the folders that hold a requirements.yaml; nobody edits it.

import type { BedFile } from "#reference-server/bed-server.ts";
import * as authenticationBearerScheme from "./petstore/authentication/bearer-scheme/checks.ts";
import * as authenticationKeyFirst from "./petstore/authentication/key-first/checks.ts";
import * as authenticationKeys from "./petstore/authentication/keys/checks.ts";
import * as authenticationKeysInvalidKeys from "./petstore/authentication/keys/invalid-keys.checks.ts";
import * as createAnimalContentTypes from "./petstore/create-animal/content-types/checks.ts";
import * as createAnimalCreatedPets from "./petstore/create-animal/created-pets/checks.ts";
import * as createAnimalCreatedPetsReadBack from "./petstore/create-animal/created-pets/read-back.checks.ts";
import * as createAnimalNames from "./petstore/create-animal/names/checks.ts";
import * as createAnimalUnspecifiedValues from "./petstore/create-animal/unspecified-values/checks.ts";
import * as createAnimalValidBodies from "./petstore/create-animal/valid-bodies/checks.ts";
import * as createAnimalWrongBodies from "./petstore/create-animal/wrong-bodies/checks.ts";
import * as deprecation from "./petstore/deprecation/checks.ts";
import * as errors from "./petstore/errors/checks.ts";
import * as getAnimalExistingPets from "./petstore/get-animal/existing-pets/checks.ts";
import * as getAnimalUnknownIds from "./petstore/get-animal/unknown-ids/checks.ts";
import * as http from "./petstore/http/checks.ts";
import * as listAnimalsLimit from "./petstore/list-animals/limit/checks.ts";
import * as listAnimalsLimitPageSizes from "./petstore/list-animals/limit/page-sizes.checks.ts";
import * as listAnimalsLists from "./petstore/list-animals/lists/checks.ts";
import * as listAnimalsPetsInLists from "./petstore/list-animals/pets-in-lists/checks.ts";
import * as listAnimalsStatusFilterChanges from "./petstore/list-animals/status-filter/changes.checks.ts";
import * as listAnimalsStatusFilter from "./petstore/list-animals/status-filter/checks.ts";
import * as rateLimitsHeaders from "./petstore/rate-limits/headers/checks.ts";
import * as rateLimitsOverLimit from "./petstore/rate-limits/over-limit/checks.ts";
import * as rateLimitsRemaining from "./petstore/rate-limits/remaining/checks.ts";
import * as resourcesExactIntegers from "./petstore/resources/exact-integers/checks.ts";
import * as storeOrders from "./petstore/store-orders/checks.ts";
import * as versioning from "./petstore/versioning/checks.ts";

/** What the files of checks export, by group. */
export const checkFiles: readonly (readonly [group: string, exported: Readonly<Record<string, unknown>>])[] =
  [
    ["http", http],
    ["authentication/keys", authenticationKeys],
    ["authentication/key-first", authenticationKeyFirst],
    ["authentication/bearer-scheme", authenticationBearerScheme],
    ["authentication/keys", authenticationKeysInvalidKeys],
    ["errors", errors],
    ["list-animals/lists", listAnimalsLists],
    ["list-animals/limit", listAnimalsLimit],
    ["list-animals/pets-in-lists", listAnimalsPetsInLists],
    ["list-animals/status-filter", listAnimalsStatusFilter],
    ["list-animals/limit", listAnimalsLimitPageSizes],
    ["list-animals/status-filter", listAnimalsStatusFilterChanges],
    ["create-animal/valid-bodies", createAnimalValidBodies],
    ["create-animal/created-pets", createAnimalCreatedPets],
    ["create-animal/wrong-bodies", createAnimalWrongBodies],
    ["create-animal/content-types", createAnimalContentTypes],
    ["create-animal/unspecified-values", createAnimalUnspecifiedValues],
    ["create-animal/names", createAnimalNames],
    ["create-animal/created-pets", createAnimalCreatedPetsReadBack],
    ["resources/exact-integers", resourcesExactIntegers],
    ["get-animal/existing-pets", getAnimalExistingPets],
    ["get-animal/unknown-ids", getAnimalUnknownIds],
    ["store-orders", storeOrders],
    ["rate-limits/headers", rateLimitsHeaders],
    ["rate-limits/remaining", rateLimitsRemaining],
    ["rate-limits/over-limit", rateLimitsOverLimit],
    ["deprecation", deprecation],
    ["versioning", versioning],
  ];

/** By group. */
export const faultFiles: readonly BedFile[] = [
  ["http", () => import("./petstore/http/faults.ts")],
  ["authentication/keys", () => import("./petstore/authentication/keys/faults.ts")],
  ["authentication/keys", () => import("./petstore/authentication/keys/invalid-keys.faults.ts")],
  ["authentication/key-first", () => import("./petstore/authentication/key-first/faults.ts")],
  ["authentication/bearer-scheme", () => import("./petstore/authentication/bearer-scheme/faults.ts")],
  ["errors", () => import("./petstore/errors/faults.ts")],
  ["errors", () => import("./petstore/errors/content-types.faults.ts")],
  ["errors", () => import("./petstore/errors/on-one-path.faults.ts")],
  ["list-animals/lists", () => import("./petstore/list-animals/lists/faults.ts")],
  ["list-animals/limit", () => import("./petstore/list-animals/limit/faults.ts")],
  ["list-animals/limit", () => import("./petstore/list-animals/limit/again.faults.ts")],
  ["list-animals/pets-in-lists", () => import("./petstore/list-animals/pets-in-lists/faults.ts")],
  ["list-animals/status-filter", () => import("./petstore/list-animals/status-filter/faults.ts")],
  ["create-animal/valid-bodies", () => import("./petstore/create-animal/valid-bodies/faults.ts")],
  ["create-animal/created-pets", () => import("./petstore/create-animal/created-pets/faults.ts")],
  ["create-animal/created-pets", () => import("./petstore/create-animal/created-pets/values.faults.ts")],
  ["create-animal/wrong-bodies", () => import("./petstore/create-animal/wrong-bodies/faults.ts")],
  ["create-animal/wrong-bodies", () => import("./petstore/create-animal/wrong-bodies/malformed.faults.ts")],
  [
    "create-animal/wrong-bodies",
    () => import("./petstore/create-animal/wrong-bodies/several-mistakes.faults.ts"),
  ],
  ["create-animal/wrong-bodies", () => import("./petstore/create-animal/wrong-bodies/spellings.faults.ts")],
  ["create-animal/content-types", () => import("./petstore/create-animal/content-types/faults.ts")],
  ["create-animal/unspecified-values", () => import("./petstore/create-animal/unspecified-values/faults.ts")],
  ["create-animal/names", () => import("./petstore/create-animal/names/faults.ts")],
  ["resources/exact-integers", () => import("./petstore/resources/exact-integers/faults.ts")],
  ["get-animal/existing-pets", () => import("./petstore/get-animal/existing-pets/faults.ts")],
  ["get-animal/existing-pets", () => import("./petstore/get-animal/existing-pets/lost.faults.ts")],
  ["get-animal/unknown-ids", () => import("./petstore/get-animal/unknown-ids/faults.ts")],
  ["store-orders", () => import("./petstore/store-orders/faults.ts")],
  ["rate-limits/headers", () => import("./petstore/rate-limits/headers/faults.ts")],
  ["rate-limits/remaining", () => import("./petstore/rate-limits/remaining/faults.ts")],
  ["rate-limits/over-limit", () => import("./petstore/rate-limits/over-limit/faults.ts")],
  ["deprecation", () => import("./petstore/deprecation/faults.ts")],
  ["versioning", () => import("./petstore/versioning/faults.ts")],
];

/** By file. */
export const variantFiles: readonly BedFile[] = [
  ["bodies", () => import("#reference-server/variants/bodies.ts")],
  ["creating", () => import("#reference-server/variants/creating.ts")],
  ["keys", () => import("#reference-server/variants/keys.ts")],
  ["lists", () => import("#reference-server/variants/lists.ts")],
  ["rate-limiters", () => import("#reference-server/variants/rate-limiters.ts")],
  ["rate-limits", () => import("#reference-server/variants/rate-limits.ts")],
  ["reading", () => import("#reference-server/variants/reading.ts")],
  ["stores", () => import("#reference-server/variants/stores.ts")],
];
