import { type AccessHooks, accessHooks } from "./access.ts";
import { type AnswerHooks, answerHooks } from "./answers.ts";
import { type CreatePetHooks, createPetHooks } from "./create-pet.ts";
import { type DescribedHooks, describedHooks } from "./described.ts";
import { type GetPetHooks, getPetHooks } from "./get-pet.ts";
import { type ListPetsHooks, listPetsHooks } from "./list-pets.ts";
import { type RateLimitHooks, rateLimitHooks } from "./rate-limits.ts";

/**
 * The small functions that the server is made of. The server calls each through
 * `call.hooks`, so that replacing one changes this one thing and nothing else.
 */
export interface Hooks
  extends AccessHooks,
    RateLimitHooks,
    ListPetsHooks,
    CreatePetHooks,
    GetPetHooks,
    DescribedHooks,
    AnswerHooks {}

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
