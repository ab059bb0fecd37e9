import { mechanisms, replace } from "./mechanisms.ts";
import type { Group } from "./scenes.ts";

// A process of `npm run needs`: plays a group of runs with one mechanism replaced, or with none, and reports each as it ends.

const [group, name] = process.argv.slice(2);
const mechanism = mechanisms.find((one) => one.name === name);
if (mechanism !== undefined) replace(mechanism.replaced);
// What is replaced must not be loaded before.
const { scenesOf } = await import("./scenes.ts");
for (const { name: scene, play } of await scenesOf(group as Group)) {
  process.send?.({ scene });
  const shown = await play().catch(() => undefined);
  process.send?.({ scene, shown: shown ?? null });
}
process.disconnect?.();
process.exit();
