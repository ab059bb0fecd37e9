import { accessHooks } from "./access.ts";
import { answerHooks } from "./answers.ts";
import type { Hooks } from "./call.ts";
import { createPetHooks } from "./create-pet.ts";
import { describedHooks } from "./described.ts";
import { getPetHooks } from "./get-pet.ts";
import { listPetsHooks } from "./list-pets.ts";
import { rateLimitHooks } from "./rate-limits.ts";

/** The server as it should be. */
export const correctHooks: Hooks = {
  ...accessHooks,
  ...rateLimitHooks,
  ...listPetsHooks,
  ...createPetHooks,
  ...getPetHooks,
  ...describedHooks,
  ...answerHooks,
};
