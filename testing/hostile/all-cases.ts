import { codings } from "./cases/codings.ts";
import { echoes } from "./cases/echoes.ts";
import { endings } from "./cases/endings.ts";
import { endlessParts } from "./cases/endless.ts";
import { framing } from "./cases/framing.ts";
import { jsonBodies } from "./cases/json-bodies.ts";
import { proxies } from "./cases/proxies.ts";
import { rates } from "./cases/rates.ts";
import { silence } from "./cases/silence.ts";
import { textCases } from "./cases/texts.ts";
import { tlsCases } from "./cases/tls.ts";
import type { HostileCase, HostileCases } from "./hostile-case.ts";

const byArea: Readonly<Record<string, HostileCases>> = {
  "Silence and slowness": silence,
  "Connections that end": endings,
  "Parts without end": endlessParts,
  "Framing and protocols": framing,
  "Content codings": codings,
  JSON: jsonBodies,
  "Text that wants to be more": textCases,
  "Rate limits": rates,
  "The key comes back": echoes,
  TLS: tlsCases,
  Proxies: proxies,
};

/** Every hostile target, by what it attacks. */
export const hostileCases: Readonly<Record<string, readonly HostileCase[]>> = Object.fromEntries(
  Object.entries(byArea).map(([area, cases]) => [
    area,
    Object.entries(cases).map(([id, target]) => ({ id, ...target })),
  ]),
);

/** What `npm test` plays: the first target of every other area. */
export const firstCases: readonly HostileCase[] = Object.values(hostileCases)
  .filter((_, nth) => nth % 2 === 0)
  .flatMap(([first]) => first ?? []);
