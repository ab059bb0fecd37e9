import { UsageError } from "../../../assembly/usage-error.ts";
import { isPrivateHost } from "../../../exchange/transport/private-host.ts";

const where = "BASE_URL";

/**
 * The base address of the target, without a trailing slash. Throws UsageError for what is not http(s), has
 * credentials, a query or a fragment, or would carry the key unencrypted over a public network.
 */
export function readTarget(text: string, { allowInsecure }: { readonly allowInsecure: boolean }): URL {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    throw new UsageError({
      what: `${quoted(text)} is not a URL: it has no scheme`,
      where,
      remedy: `Did you mean https://${shown(text)}?`,
    });
  }
  if (!URL.canParse(text)) {
    throw new UsageError({
      what: `${quoted(text)} is not a URL`,
      where,
      remedy: "Write, for example, https://staging.example.com/v1.",
    });
  }
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new UsageError({
      what: `the scheme ${url.protocol}// is not http or https`,
      where,
      remedy: "Write, for example, https://staging.example.com/v1.",
    });
  }
  if (url.username !== "" || url.password !== "") {
    throw new UsageError({
      what: "the URL contains credentials",
      where,
      remedy: "Leave them out; the key comes from PETSTORE_API_KEY or --api-key-file.",
    });
  }
  if (text.includes("?"))
    throw new UsageError({
      what: "the URL has a query",
      where,
      remedy: "Give the base address alone, such as https://staging.example.com/v1.",
    });
  if (text.includes("#"))
    throw new UsageError({
      what: "the URL has a fragment",
      where,
      remedy: "Give the base address alone, such as https://staging.example.com/v1.",
    });
  if (url.protocol === "http:" && !allowInsecure && !isPrivateHost(url.hostname)) {
    throw new UsageError({
      what: `plain http to ${url.hostname} would send the API key unencrypted`,
      where,
      remedy: `Use https://${url.host}${url.pathname}, or --allow-insecure if you mean it.`,
    });
  }
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}

/** A URL may contain a password: only the part after it is printed. */
function shown(text: string): string {
  return text.slice(text.lastIndexOf("@") + 1).replace(/[^\x21-\x7e]/g, "");
}

function quoted(text: string): string {
  return JSON.stringify(shown(text));
}
