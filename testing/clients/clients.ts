import { join } from "node:path";

/** This folder. */
export const clientsFolder = import.meta.dirname;

export type Language = "JavaScript" | "Python" | "shell" | "Go";

/** One way to set a client up: a program in a file of its own, run with a base address and a key. */
export interface Setup {
  /** The program, in the folder of its language, without its ending. */
  readonly file: string;
  /** How the client is set up, in Markdown. */
  readonly says: string;
}

export interface Client {
  readonly name: string;
  readonly language: Language;
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
    documented: [{ file: "curl", says: "`--retry 3`" }],
    configured: { file: "curl-configured", says: "`--retry 5`, and a loop for POST" },
  },
  {
    name: "wget",
    language: "shell",
    packages: ["wget"],
    documented: [
      { file: "wget", says: "default" },
      { file: "wget-retry", says: "`--retry-on-http-error=429,503`" },
    ],
    configured: { file: "wget-configured", says: "a loop around it" },
  },
  {
    name: "got",
    language: "JavaScript",
    packages: ["got"],
    documented: [{ file: "got", says: "default" }],
    configured: { file: "got-configured", says: "`retry`, `parseJson`" },
  },
  {
    name: "ky",
    language: "JavaScript",
    packages: ["ky"],
    documented: [
      { file: "ky", says: "default" },
      { file: "ky-max-retry-after", says: "`maxRetryAfter: 1000`" },
    ],
    configured: { file: "ky-configured", says: "`retry`, `parseJson`" },
  },
  {
    name: "axios",
    language: "JavaScript",
    packages: ["axios", "axios-retry"],
    documented: [
      { file: "axios", says: "alone" },
      { file: "axios-retry", says: "axios-retry, `retries: 3`" },
      { file: "axios-retry-exponential", says: "axios-retry, `exponentialDelay`" },
    ],
    configured: { file: "axios-retry-configured", says: "axios-retry, `retryCondition`, `parseReviver`" },
  },
  {
    name: "undici, RetryAgent",
    language: "JavaScript",
    packages: ["undici"],
    documented: [
      { file: "undici-retry-agent", says: "default" },
      { file: "undici-max-timeout", says: "`maxTimeout: 1000`" },
    ],
    configured: { file: "undici-retry-agent-configured", says: "a second `RetryAgent` for creates" },
  },
  {
    name: "undici, interceptors.retry",
    language: "JavaScript",
    packages: ["undici"],
    documented: [{ file: "undici-retry-interceptor", says: "default" }],
    configured: { file: "undici-retry-interceptor-configured", says: "`retryOptions` for creates" },
  },
  {
    name: "node-fetch and fetch-retry",
    language: "JavaScript",
    packages: ["node-fetch", "fetch-retry"],
    documented: [{ file: "fetch-retry", says: "`retryOn: [429, 503]`" }],
    configured: { file: "fetch-retry-configured", says: "`retryDelay`, `retryOn`, `redirect`" },
  },
  {
    name: "Node's fetch and p-retry",
    language: "JavaScript",
    packages: ["p-retry"],
    documented: [
      { file: "fetch", says: "fetch alone" },
      { file: "p-retry", says: "`retries: 5`" },
    ],
    configured: { file: "p-retry-configured", says: "`shouldRetry`, `onFailedAttempt`" },
  },
  {
    name: "requests",
    language: "Python",
    packages: ["python3-requests", "python3-urllib3"],
    documented: [{ file: "requests_retry", says: "`Retry(3, …)`" }],
    configured: { file: "requests_retry_configured", says: "a subclass of `Retry`" },
  },
  {
    name: "urllib3",
    language: "Python",
    packages: ["python3-urllib3"],
    documented: [{ file: "urllib3_retry", says: "`Retry(3, …)`" }],
    configured: { file: "urllib3_retry_configured", says: "a subclass of `Retry`" },
  },
  {
    name: "httpx and tenacity",
    language: "Python",
    packages: ["python3-httpx", "python3-tenacity"],
    documented: [{ file: "httpx_tenacity", says: "`wait_exponential`" }],
    configured: { file: "httpx_tenacity_configured", says: "`wait`, `retry`" },
  },
  {
    name: "go-retryablehttp",
    language: "Go",
    packages: ["golang-github-hashicorp-go-retryablehttp-dev", "golang-go"],
    documented: [
      { file: "retryablehttp", says: "default, ids as `int64`" },
      { file: "retryablehttp_any_type", says: "default, ids as `interface{}`" },
    ],
    configured: { file: "retryablehttp_configured", says: "`Backoff`, `CheckRetry`" },
  },
];

const folders: Readonly<Record<Language, readonly [folder: string, ending: string]>> = {
  JavaScript: ["javascript", ".js"],
  Python: ["python", ".py"],
  shell: ["shell", ".sh"],
  Go: ["go", ".go"],
};

/** The path of a set-up's program, relative to this folder. */
export function programOf({ language }: Pick<Client, "language">, { file }: Setup): string {
  const [folder, ending] = folders[language];
  return join(folder, `${file}${ending}`);
}
