/** A text decoded in one way, with the place of each character in the original. */
export interface Look {
  readonly text: string;
  /** Where each character begins and ends, found when asked for; undefined where the look is the text itself. */
  readonly places: Places | undefined;
}

interface Places {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

type Replace = (...groups: readonly (string | undefined)[]) => string;

/** How often a text is unescaped: each redirect or proxy may encode percent signs again, and JSON may be nested in JSON. */
const mostTimesEscaped = 3;

/**
 * The text itself, without its escapes (once, twice, three times), of these without NUL, which stands between the characters of
 * UTF-16, without what separates bytes in a hex dump, and with the characters of bytes that stand in it as numbers.
 */
export function* looksAt(text: string): Generator<Look> {
  const given: Look = { text, places: undefined };
  for (let [look, times]: [Look | undefined, number] = [given, 0]; look !== undefined; times += 1) {
    yield look;
    if (look.text.includes("\0")) yield replacedIn(look, /\0+/g, () => "") ?? look;
    look = times < mostTimesEscaped ? unescaped(look) : undefined;
  }
  if (hexDump.test(text)) yield replacedIn(given, separators, () => "") ?? given;
  if (byteList.test(text))
    yield replacedIn(given, bytes, (digits) => String.fromCharCode(Number(digits))) ?? given;
}

/** All that `unescaped` makes of a text, and the text: in which forms a secret stands in the looks. */
export function escapeLevels(text: string): readonly string[] {
  return [...new Set([...looksAt(text)].slice(0, 1 + mostTimesEscaped).map((look) => look.text))];
}

// Begins at the last byte before a separator: were those before it part of it, each would be tried as a beginning.
const hexDump = /[0-9a-f]{2}[-:,\s]\s?(?:0x)?(?:(?:[0-9a-f]{2}){1,8}[-:,\s]\s?(?:0x)?){2}/i;
const separators = /[-:,\s]+(?:0x)?|0x/gi;
/** As Java, Python and Node write an array of bytes. */
const byteList = /(?:\b\d{2,3}\s*,\s*){7}/;
const bytes = /\b(\d{2,3})\b(?:\s*,\s*)?/g;
const escapes =
  /%([0-9a-f]{2})|[\\%]u([0-9a-f]{4})|\\(?:u\{0{0,6}([0-9a-f]{1,6})\}?|x([0-9a-f]{2})|([^A-Za-z0-9]))|&(?:#x0{0,6}([0-9a-f]{1,6})|#0{0,6}(\d{1,7})|(amp|lt|gt|quot|apos|equals|lowbar|period|plus|sol));?/gi;

const entities: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" },
  // What a bearer token may hold beside letters, digits and what has no name (RFC 6750, section 2.1).
  ...{ equals: "=", lowbar: "_", period: ".", plus: "+", sol: "/" },
};

/** Once without the escapes of URLs, JSON, JavaScript, HTML and XML; undefined where there is none. */
function unescaped(look: Look): Look | undefined {
  if (!/[%\\&]/.test(look.text)) return undefined;
  return replacedIn(look, escapes, (percent, four, braces, two, itself, hex, decimal, name) => {
    if (itself !== undefined) return itself;
    if (name !== undefined) return entities[name.toLowerCase()] ?? "";
    const digits = percent ?? four ?? braces ?? two ?? hex;
    const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

/** Undefined where the pattern, whose replacements are shorter than what they replace, finds nothing. */
function replacedIn(look: Look, pattern: RegExp, replace: Replace): Look | undefined {
  const text = look.text.replace(pattern, (_, ...groups) => replace(...groups));
  if (text.length === look.text.length) return undefined;
  let places: Places | undefined;
  return {
    text,
    get places() {
      places ??= placesIn(look, pattern, replace);
      return places;
    },
  };
}

function placesIn({ text, places }: Look, pattern: RegExp, replace: Replace): Places {
  const from = new Uint32Array(text.length);
  const to = new Uint32Array(text.length);
  let [length, at] = [0, 0];
  /** Each of its characters stands for itself, or for all from the first to the last of what was replaced. */
  const put = (part: string, begin: number, last?: number) => {
    for (let nth = 0; nth < part.length; nth += 1) {
      const [first, end] = last === undefined ? [begin + nth, begin + nth] : [begin, last];
      from[length] = places?.from[first] ?? first;
      to[length] = places?.to[end] ?? end + 1;
      length += 1;
    }
  };
  for (const match of text.matchAll(pattern)) {
    const begin = match.index;
    const last = begin + match[0].length - 1;
    put(text.slice(at, begin), at);
    put(replace(...match.slice(1)), begin, last);
    at = last + 1;
  }
  put(text.slice(at), at);
  return { from: from.subarray(0, length), to: to.subarray(0, length) };
}

/**
 * True for a key that may be anybody's word: one without a digit that is no longer than words are, or a short number. A
 * service writes such texts itself, and so does the suite.
 */
export function looksLikeWord(key: string): boolean {
  return /^(?:[^0-9]{1,23}|[0-9.]{1,15})$/.test(key);
}

/** What has one of these in its name, in any case, carries a credential: a header field, a parameter, a member. */
export const credentialWords: readonly string[] = (
  "token secret passw passphrase pwd session sess sig jwt code auth key " +
  "credential cookie bearer assertion saml otp csrf xsrf"
).split(" ");

/** These only as a word of their own: `connect.sid`, `user_pin`. */
export const wholeCredentialWords = ["sid", "pin", "pass"] as const;

/** Fields that say how to authenticate, and hold nothing that does. */
export const challengeFields = ["www-authenticate", "proxy-authenticate"] as const;

// In small letters: a search in either case takes three times as long, and a recording looks through every body.
const pattern = new RegExp(
  `${credentialWords.join("|")}|(?<![a-z])(?:${wholeCredentialWords.join("|")})(?![a-z])`,
);
const challenges: ReadonlySet<string> = new Set(challengeFields);

export function isCredentialName(name: string): boolean {
  const small = name.toLowerCase();
  return pattern.test(small) && !challenges.has(small.trim());
}
