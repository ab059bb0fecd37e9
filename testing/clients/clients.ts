import { join } from "node:path";

/** This folder. */
export const clientsFolder = import.meta.dirname;

export type Language = "JavaScript" | "Python" | "shell" | "Go";

/** One way to set a client up: a program that is run with a base address, a key and this name. */
export interface Setup {
  /** In most languages that of the program, too: in the folder of its language, without its ending. */
  readonly name: string;
  /** How the client is set up, in Markdown. */
  readonly says: string;
}

export interface Client {
  readonly name: string;
  readonly language: Language;
  /** The program, where it is one for all set-ups. */
  readonly file?: string;
  /** Packages of the npm registry, or of Debian, that the programs need; the first ones give the version. */
  readonly packages: readonly string[];
  /** As the client's documentation sets it up. */
  readonly documented: readonly Setup[];
  /** With what makes it right: the file marks it as a region named `configuration`. */
  readonly configured: Setup;
}

/** Ordinary set-ups of ordinary clients. */
export const clients: readonly Client[] = [
  {
    name: "curl",
    language: "shell",
    packages: ["curl"],
    documented: [{ name: "curl", says: "`--retry 3`" }],
    configured: { name: "curl-configured", says: "`--retry 5`, and a loop for POST" },
  },
  {
    name: "wget",
    language: "shell",
    packages: ["wget"],
    documented: [
      { name: "wget", says: "default" },
      { name: "wget-retry", says: "`--retry-on-http-error=429,503`" },
    ],
    configured: { name: "wget-configured", says: "a loop around it" },
  },
  {
    name: "got",
    language: "JavaScript",
    file: "got",
    packages: ["got"],
    documented: [{ name: "got", says: "default" }],
    configured: { name: "got-configured", says: "`retry`, `parseJson`" },
  },
  {
    name: "ky",
    language: "JavaScript",
    file: "ky",
    packages: ["ky"],
    documented: [
      { name: "ky", says: "default" },
      { name: "ky-max-retry-after", says: "`maxRetryAfter: 1000`" },
    ],
    configured: { name: "ky-configured", says: "`retry`, `parseJson`" },
  },
  {
    name: "axios",
    language: "JavaScript",
    file: "axios",
    packages: ["axios", "axios-retry"],
    documented: [
      { name: "axios", says: "alone" },
      { name: "axios-retry", says: "axios-retry, `retries: 3`" },
      { name: "axios-retry-exponential", says: "axios-retry, `exponentialDelay`" },
    ],
    configured: { name: "axios-retry-configured", says: "axios-retry, `retryCondition`, `parseReviver`" },
  },
  {
    name: "undici, RetryAgent",
    language: "JavaScript",
    file: "undici-retry-agent",
    packages: ["undici"],
    documented: [
      { name: "undici-retry-agent", says: "default" },
      { name: "undici-max-timeout", says: "`maxTimeout: 1000`" },
    ],
    configured: { name: "undici-retry-agent-configured", says: "a second `RetryAgent` for creates" },
  },
  {
    name: "undici, interceptors.retry",
    language: "JavaScript",
    file: "undici-retry-interceptor",
    packages: ["undici"],
    documented: [{ name: "undici-retry-interceptor", says: "default" }],
    configured: { name: "undici-retry-interceptor-configured", says: "`retryOptions` for creates" },
  },
  {
    name: "node-fetch and fetch-retry",
    language: "JavaScript",
    file: "fetch-retry",
    packages: ["node-fetch", "fetch-retry"],
    documented: [{ name: "fetch-retry", says: "`retryOn: [429, 503]`" }],
    configured: { name: "fetch-retry-configured", says: "`retryDelay`, `retryOn`, `redirect`" },
  },
  {
    name: "Node's fetch and p-retry",
    language: "JavaScript",
    file: "p-retry",
    packages: ["p-retry"],
    documented: [
      { name: "fetch", says: "fetch alone" },
      { name: "p-retry", says: "`retries: 5`" },
    ],
    configured: { name: "p-retry-configured", says: "`shouldRetry`, `onFailedAttempt`" },
  },
  {
    name: "requests",
    language: "Python",
    packages: ["python3-requests", "python3-urllib3"],
    documented: [{ name: "requests_retry", says: "`Retry(3, …)`" }],
    configured: { name: "requests_retry_configured", says: "a subclass of `Retry`" },
  },
  {
    name: "urllib3",
    language: "Python",
    packages: ["python3-urllib3"],
    documented: [{ name: "urllib3_retry", says: "`Retry(3, …)`" }],
    configured: { name: "urllib3_retry_configured", says: "a subclass of `Retry`" },
  },
  {
    name: "httpx and tenacity",
    language: "Python",
    packages: ["python3-httpx", "python3-tenacity"],
    documented: [{ name: "httpx_tenacity", says: "`wait_exponential`" }],
    configured: { name: "httpx_tenacity_configured", says: "`wait`, `retry`" },
  },
  {
    name: "go-retryablehttp",
    language: "Go",
    packages: ["golang-github-hashicorp-go-retryablehttp-dev", "golang-go"],
    documented: [
      { name: "retryablehttp", says: "default, ids as `int64`" },
      { name: "retryablehttp_any_type", says: "default, ids as `interface{}`" },
    ],
    configured: { name: "retryablehttp_configured", says: "`Backoff`, `CheckRetry`" },
  },
];

const folders: Readonly<Record<Language, readonly [folder: string, ending: string]>> = {
  JavaScript: ["javascript", ".js"],
  Python: ["python", ".py"],
  shell: ["shell", ".sh"],
  Go: ["go", ".go"],
};

/** The path of a set-up's program, relative to this folder. */
export function programOf({ language, file }: Client, { name }: Setup): string {
  const [folder, ending] = folders[language];
  return join(folder, `${file ?? name}${ending}`);
}
