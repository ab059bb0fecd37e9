import { isPrivateHost } from "../../../exchange/transport/private-host.ts";
import { shortestAnywhere } from "../../../secrets/redact.ts";

/** What a user should know of the key before the first request. */
export function keyNotices(target: URL, key: string): string[] {
  const notices: string[] = [];
  if (key.length < shortestAnywhere) {
    const why = `the key has fewer than ${shortestAnywhere} characters, which turn up by chance`;
    notices.push(`${why}: it is redacted in credential headers only, not in bodies and other headers`);
  }
  if (target.protocol === "http:" && !isLoopback(target.hostname)) {
    const where = isPrivateHost(target.hostname) ? "a private network" : "a public network";
    notices.push(`plain http sends the key in clear to ${target.host}, over ${where}`);
  }
  return notices;
}

function isLoopback(hostname: string): boolean {
  return /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3}|.*\.localhost)$/.test(hostname);
}
