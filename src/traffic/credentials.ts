import { credentialHeaders } from "../secrets/redact.ts";
import type { ForeignExchange } from "./foreign-exchange.ts";

/** Names of authentication schemes, which are no secrets. */
const scheme = /^(?:bearer|basic|digest|token|apikey|negotiate|hoba|mutual|aws4-hmac-sha256)$/i;

/** Query parameters in which clients send a key, though the interface has none. */
const keyParameters = new Set(["key", "api_key", "apikey", "api-key", "access_token", "token", "auth"]);

/** All that an exchange holds to authenticate: what must not be printed or recorded of it. */
export function credentialsIn({ headers, target, outcome }: ForeignExchange): readonly string[] {
  const answered = outcome.kind === "answer" ? outcome.headers : [];
  const lines = [...headers, ...answered].filter(([name]) => credentialHeaders.has(name.toLowerCase()));
  return [
    ...lines.flatMap(([name, value]) => secretsIn(name.toLowerCase(), value)),
    ...[...new URLSearchParams(queryOf(target))].flatMap(([name, value]) =>
      keyParameters.has(name.toLowerCase()) ? [value] : [],
    ),
  ].filter((secret) => secret !== "");
}

function secretsIn(name: string, value: string): readonly string[] {
  switch (name) {
    case "cookie":
      return value.split(";").map(cookieValue);
    case "set-cookie":
      return [cookieValue(value.split(";", 1)[0] ?? "")];
    default: {
      const words = value.split(/[ \t]+/).filter((word) => !scheme.test(word));
      return [...words, ...words.flatMap(passwordIn)];
    }
  }
}

function cookieValue(pair: string): string {
  return pair.slice(pair.indexOf("=") + 1).trim();
}

/** The password of basic authentication, which is written as base64 of `user:password`. */
function passwordIn(word: string): readonly string[] {
  const [, password] = /^[^:\p{Cc}]*:([^\p{Cc}]+)$/u.exec(Buffer.from(word, "base64").toString("utf8")) ?? [];
  return password === undefined || password.includes("\ufffd") ? [] : [password];
}

function queryOf(target: string): string {
  const at = target.indexOf("?");
  return at === -1 ? "" : target.slice(at + 1);
}
