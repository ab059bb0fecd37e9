import { isPrivateHost } from "#core/exchange/transport/private-host.ts";
import { UsageError } from "#core/options/usage-error.ts";

/** What each input is called where the user gives it: on the command line, or in code. */
export interface GivenNames {
  readonly target: string;
  readonly place: string;
  readonly key: string;
  readonly allowInsecure: string;
}

const onCommandLine: GivenNames = {
  target: "BASE_URL",
  place: "command line",
  key: "PETSTORE_API_KEY or --api-key-file",
  allowInsecure: "allow-insecure: true in the configuration",
};

interface TargetRules {
  /** Whether the key may go over a public network unencrypted. */
  readonly allowInsecure: boolean;
  readonly names?: GivenNames;
}

const example = "https://staging.example.com/v1";

/**
 * The base address of the target, without a trailing slash. Throws UsageError for what is empty or not http(s), has
 * credentials, a query or a fragment, or would carry the key unencrypted over a public network.
 */
export function readTarget(text: string, { allowInsecure, names = onCommandLine }: TargetRules): URL {
  const refuse = (what: string, remedy: string, where = names.target): never => {
    throw new UsageError({ what, where, remedy });
  };
  if (text.trim() === "")
    refuse(
      `${names.target} is empty`,
      `If it comes from a variable, set the variable; or write the address, such as ${example}.`,
      names.place,
    );
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
    refuse(
      `${quoted(text)} is not a URL: it has no scheme`,
      `Did you mean ${likelyScheme(text)}://${shown(text)}?`,
    );
  const url = URL.parse(text) ?? refuse(`${quoted(text)} is not a URL`, `Write, for example, ${example}.`);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    refuse(`the scheme ${url.protocol}// is not http or https`, `Write, for example, ${example}.`);
  if (url.username !== "" || url.password !== "")
    refuse("the URL contains credentials", `Leave them out; the key comes from ${names.key}.`);
  const alone = `Give the base address alone, such as ${example}.`;
  if (text.includes("?")) refuse("the URL has a query", alone);
  if (text.includes("#")) refuse("the URL has a fragment", alone);
  if (url.protocol === "http:" && !allowInsecure && !isPrivateHost(url.hostname))
    refuse(
      `plain http to ${url.hostname} would send the API key unencrypted`,
      `Use https://${url.host}${url.pathname}, or ${names.allowInsecure} if you mean it.`,
    );
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}

/** On a private network services mostly speak plain http. */
function likelyScheme(text: string): "http" | "https" {
  const address = URL.parse(`http://${shown(text)}`);
  return address !== null && isPrivateHost(address.hostname) ? "http" : "https";
}

/** A URL may contain a password: only the part after it is printed. */
function shown(text: string): string {
  return text.slice(text.lastIndexOf("@") + 1).replace(/[^\x21-\x7e]/g, "");
}

function quoted(text: string): string {
  return JSON.stringify(shown(text));
}
