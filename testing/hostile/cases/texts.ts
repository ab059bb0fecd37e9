import { conforming, fails, type HostileCases, unreachable } from "../hostile-case.ts";
import { hostileTexts } from "../hostile-texts.ts";
import { editing, petstore, plain } from "../petstore.ts";
import { createdAs, namedBy, refusedWith } from "../spoiled-texts.ts";

const texts = Object.values(hostileTexts);
/** What a header value may hold (RFC 9110, section 5.5), as Latin-1; an eighth bit is allowed. */
const headerTexts = texts.filter((text) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text));

/** Text of the target's that wants to be more than text. */
export const textCases: HostileCases = {
  "texts-in-names": {
    does: "is correct, and names its pets so that terminals and markup readers obey",
    hostility: namedBy(texts),
    expect: conforming,
  },
  "texts-in-errors": {
    does: "puts such texts into Error bodies, codes and statuses",
    hostility: refusedWith(texts),
    expect: fails("ERR-1", "ERR-2", "ERR-3"),
  },
  "texts-in-created-pets": {
    does: "puts such texts into the pets that it answers a create with",
    hostility: createdAs(texts),
    expect: fails("CREATE-4", "CREATE-17", "CREATE-20"),
  },
  "texts-in-member-names": {
    does: "answers with objects whose members are named so",
    hostility: () =>
      petstore(
        editing((_, { request }) => {
          const names = texts.slice(request.nth % 30, (request.nth % 30) + 5);
          return JSON.stringify(Object.fromEntries(names.map((name) => [name, name])));
        }),
      ),
    expect: fails("ERR-1", "ERR-2", "ERR-3", "LIST-1", "CREATE-2", "CREATE-4"),
  },
  "texts-in-headers": {
    does: "puts such texts into the values of every header that is judged",
    hostility: () =>
      petstore(({ correct, request }) => {
        const text = headerTexts[request.nth % headerTexts.length] ?? "";
        const names = [
          "X-RateLimit-Limit",
          "X-RateLimit-Reset",
          "Deprecation",
          "Sunset",
          "Content-Type",
          "WWW-Authenticate",
        ];
        return plain(correct, {
          without: names.map((name) => name.toLowerCase()),
          headers: names.map((name) => `${name}: ${text}`),
        });
      }),
    expect: fails("HTTP-3", "ERR-5", "RATE-3", "RATE-4"),
  },
  "texts-in-reason-phrase": {
    does: "is correct, with such texts in its reason phrases and a header",
    hostility: () =>
      petstore(({ correct, request }) => {
        const text = headerTexts[request.nth % headerTexts.length] ?? "";
        return plain(correct, {
          statusLine: `HTTP/1.1 ${correct.status} ${text}`,
          headers: [`X-Text: ${text}`],
        });
      }),
    expect: conforming,
  },
  "escape-in-header": {
    does: "puts an escape character into a header value, which HTTP forbids",
    hostility: () => petstore(({ correct }) => plain(correct, { headers: ["X-Text: \u001b[31mred"] })),
    expect: unreachable("not HTTP/1.1"),
  },
};
