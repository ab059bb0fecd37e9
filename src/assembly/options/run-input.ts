// Written by `npm run record` from the tables of options. A change belongs there.

/** Options of a run, as `--help` has them; what is left out, or undefined, has its default. */
export interface LibraryOptions {
  /**
   * How deep: quick (no writes, at most 15 requests), standard (at most 160) or thorough (at most 492); beside them the over-limit probe.
   * Default: `"standard"`. On the command line `--profile`.
   */
  readonly profile?: "quick" | "standard" | "thorough" | undefined;
  /**
   * Report these requirements only, named or chosen by words that their sentences have ('rate limit'). The profile is sent as it is, so their verdicts are those of a whole run.
   * Each a requirement's id, an area, or words of its sentence.
   * On the command line `--only`.
   */
  readonly only?: readonly string[] | undefined;
  /**
   * Leave these requirements out of the report. What is sent stays the same, but for the over-limit probe where all that it is for is skipped.
   * Each a requirement's id or an area.
   * On the command line `--skip`.
   */
  readonly skip?: readonly string[] | undefined;
  /**
   * These must be tested: the run is inconclusive where one of them is not.
   * Each a requirement's id or an area.
   * On the command line `--require`.
   */
  readonly require?: readonly string[] | undefined;
  /**
   * The percentage of the profile's cases that must be tested: with less, the run is inconclusive.
   * A whole number from 1 to 100.
   * On the command line `--min-cases`.
   */
  readonly minCases?: number | undefined;
  /**
   * Send no POST: nothing is created.
   * Default: `false`. On the command line `--read-only`.
   */
  readonly readOnly?: boolean | undefined;
  /**
   * A failed should makes the exit code 1.
   * Default: `false`. On the command line `--strict`.
   */
  readonly strict?: boolean | undefined;
  /**
   * Seeds the run's random choices: the same seed gives the same requests.
   * A whole number from 0 to 4,294,967,295.
   * Default: a new one. On the command line `--seed`.
   */
  readonly seed?: number | undefined;
  /**
   * Part of the names of created resources.
   * 20 hex digits in lower case.
   * Default: 80 random bits. On the command line `--run-id`.
   */
  readonly runId?: string | undefined;
  /**
   * Judge the deprecation as if today were this day.
   * A date as YYYY-MM-DD.
   * Default: today. On the command line `--now`.
   */
  readonly now?: string | undefined;
  /**
   * Whether rate limits apply; auto: as soon as one header says so.
   * Default: `"auto"`. On the command line `--rate-limit`.
   */
  readonly rateLimit?: "auto" | "required" | "off" | undefined;
  /**
   * Send more requests than the limit allows, last and alone, even where the profile would not.
   * Default: `false`. On the command line `--probe`.
   */
  readonly probe?: boolean | undefined;
  /**
   * Play the cases this many times, each time in another order, with other inputs and on other connections.
   * A whole number from 1 to 1,000.
   * Default: 1; with --for as many as fit. On the command line `--rounds`.
   */
  readonly rounds?: number | undefined;
  /**
   * Begin new rounds until this time has passed.
   * A time from 1 to 86,400 seconds, in milliseconds.
   * On the command line `--for`.
   */
  readonly forMs?: number | undefined;
  /**
   * Send no more requests than this.
   * A whole number from 1 to 100,000.
   * Default: `5000`. On the command line `--max-requests`.
   */
  readonly maxRequests?: number | undefined;
  /**
   * Create no more resources than this.
   * A whole number from 0 to 10,000.
   * Default: 25; 120 in thorough. On the command line `--max-creates`.
   */
  readonly maxCreates?: number | undefined;
  /**
   * End the run after this time. Where it is given, standard waits for the rate limit and sends as many of its cases as fit in.
   * A time from 1 to 86,400 seconds, in milliseconds.
   * Default: 15m. On the command line `--max-duration`.
   */
  readonly maxDurationMs?: number | undefined;
  /**
   * The largest limit that the over-limit probe exhausts.
   * A whole number from 1 to 10,000.
   * Default: 120; 1500 in thorough. On the command line `--max-burst`.
   */
  readonly maxBurst?: number | undefined;
  /**
   * The longest wait for a rate limit to reset.
   * A time from 0 to 86,400 seconds, in milliseconds.
   * Default: `75000`. On the command line `--max-wait`.
   */
  readonly maxWaitMs?: number | undefined;
  /**
   * How long a new resource may be missing from a list.
   * A time from 0 to 600 seconds, in milliseconds.
   * Default: `2000`. On the command line `--consistency-wait`.
   */
  readonly consistencyWaitMs?: number | undefined;
  /**
   * Send a traceparent header with each request; reports name the trace id of each, by which it is found in the service's log.
   * Default: `false`. On the command line `--trace`.
   */
  readonly trace?: boolean | undefined;
  /**
   * Requests in flight at once.
   * A whole number from 1 to 64.
   * Default: `6`. On the command line `--concurrency`.
   */
  readonly concurrency?: number | undefined;
  /**
   * For one request, from sending to the last byte.
   * A time from 0.1 to 600 seconds, in milliseconds.
   * Default: `10000`. On the command line `--timeout`.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * How much of one body is read: 8MB, 500kB, 2097152.
   * A size from 64 kB to 64 MB, in bytes.
   * Default: `2097152`. On the command line `--max-body`.
   */
  readonly maxBodyBytes?: number | undefined;
  /**
   * The plan of the key: free, pro, business, or custom[=PER_MINUTE[/PER_DAY]]; the announced limit must be the plan's.
   * On the command line `--plan`.
   */
  readonly plan?: string | undefined;
  /**
   * A category id that exists.
   * Each a whole number of 64 bits, as text.
   * Default: those of listed pets, else 1. On the command line `--category-id`.
   */
  readonly categoryIds?: readonly string[] | undefined;
  /**
   * The day on which getPet is removed.
   * A date as YYYY-MM-DD.
   * Default: what the document says. On the command line `--removal-date`.
   */
  readonly removalDate?: string | undefined;
  /**
   * The value of a parameter in operations that only --spec describes; of one operation alone as createPhoto/petId=7, its body as createPhoto/body=JSON.
   * Each NAME=VALUE or OPERATION/NAME=VALUE.
   * On the command line `--input`.
   */
  readonly inputs?: readonly string[] | undefined;
  /**
   * Also send these operations that only --spec describes, although they are not GET; they write to what this run created, or to what --input names.
   * Each the operationId of an operation, or METHOD:/path.
   * On the command line `--operations`.
   */
  readonly operations?: readonly string[] | undefined;
  /**
   * Another revision of the interface's OpenAPI document.
   * A file or a URL.
   * Default: the built-in one. On the command line `--spec`.
   */
  readonly spec?: string | undefined;
  /**
   * Wait up to this long for the target to answer at all before the run starts. It is asked once a second, without the key; --max-requests does not count that.
   * A time from 0 to 3,600 seconds, in milliseconds.
   * Default: `0`. On the command line `--wait-for-ready`.
   */
  readonly waitForReadyMs?: number | undefined;
  /**
   * Trust the certificate authorities in this PEM file, in place of the well-known ones.
   * A file.
   * On the command line `--ca`.
   */
  readonly ca?: string | undefined;
  /**
   * A client certificate (PEM) for TLS; with --client-key.
   * A file.
   * On the command line `--client-cert`.
   */
  readonly clientCert?: string | undefined;
  /**
   * The client certificate's private key (PEM).
   * A file.
   * On the command line `--client-key`.
   */
  readonly clientKey?: string | undefined;
}
