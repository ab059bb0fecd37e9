import { documentSettings } from "./document/settings.ts";
import { settings as petstoreSettings } from "./petstore/settings.ts";

/** What the owner of a service may declare of it. */
export const settings = { ...petstoreSettings, ...documentSettings } as const;
