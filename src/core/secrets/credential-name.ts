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
