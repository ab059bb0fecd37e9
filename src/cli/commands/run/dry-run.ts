import { escapeForTerminal } from "#core/json/escape.ts";
import type { PlannedRequest, Preview } from "#core/run/plan/preview.ts";
import { maxBurst, maxDuration } from "#core/run/setting.ts";
import { wrap } from "#report/console/terminal.ts";
import { durationInWords } from "#report/live/live-state.ts";

const shownLabels = 3;

/** The text of `--dry-run`: the cost for the target, then the requests in order, similar ones in one line. */
export function dryRunText(preview: Preview, target: string, width: number): string {
  return [
    `A ${preview.options.profile} run of ${escapeForTerminal(target)} would send this. Nothing was sent.`,
    "",
    ...summary(preview).flatMap(([name, text]) => wrap(text, width, name.padEnd(17), " ".repeat(17))),
    "",
    ...[...alike(preview)].flatMap(([what, members]) => groupLines(what, members, width)),
    "",
  ].join("\n");
}

function summary(preview: Preview): readonly (readonly [name: string, text: string])[] {
  const { suite, options, planned, requests, creates, probe, experiments } = preview;
  const { thing, things } = suite.words;
  const probed = suite.probe.request;
  const byMethod = Map.groupBy(planned, ({ method }) => method);
  const methods = [...byMethod].map(([method, members]) => `${Math.min(requests, sum(members))} ${method}`);
  const again = `Requests that got 429, reads that do not show a new ${thing} yet, and generated inputs that fail are sent again.`;
  const stay = byMethod.has("DELETE") ? "" : ` They stay: no request deletes a ${thing}.`;
  return [
    [
      "requests",
      requests === 0 ? "none" : `at most ${requests} in all rounds: at most ${methods.join(", ")}. ${again}`,
    ],
    [`created ${things}`, creates === 0 ? "none" : `at most ${creates}.${stay}`],
    [
      "over-limit burst",
      probe === 0
        ? "none"
        : `at most ${probe} more ${probed.method} ${probed.path}, last of all, where the announced limit is at most ${maxBurst(options)}. Until it resets, everyone with this key gets 429. \`skip: RATE\` in the configuration leaves it out.`,
    ],
    [
      "experiments",
      experiments === 0
        ? "none"
        : `at most ${experiments} more, where something fails: they show what the failures depend on, and no verdict rests on them.`,
    ],
    ["in all", `at most ${requests + probe + experiments} requests; the run prints this number first.`],
    [
      "longest wait",
      `${durationInWords(options.maxWaitMs)}, for a rate limit to reset (max-wait); the run ends after ${durationInWords(maxDuration(options))}.`,
    ],
  ];
}

function sum(planned: readonly PlannedRequest[]): number {
  return planned.reduce((all, { times }) => all + times, 0);
}

/** Requests to one path with one kind of key, in the order of their first. */
function alike({ planned, suite }: Preview): ReadonlyMap<string, readonly PlannedRequest[]> {
  const when = {
    always: "",
    needed: `, if the store holds too few ${suite.words.things}`,
    extended: ", if the rate limit leaves room",
  };
  return Map.groupBy(planned, (one) => requestText(one) + when[one.when]);
}

function groupLines(what: string, members: readonly PlannedRequest[], width: number): string[] {
  const labels = members.slice(0, shownLabels).map(({ label }) => label);
  const more = members.length - labels.length;
  const text = `${escapeForTerminal(what)}: ${labels.join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
  return wrap(text, width, `${String(sum(members)).padStart(4)}  `, " ".repeat(8));
}

function requestText({ request, method, path, times }: PlannedRequest): string {
  if (times > 1) return `${method} with generated inputs`;
  if (request === undefined) return `${method} ${path ?? "of what earlier answers name"}`;
  const key = { valid: "", none: " without a key", other: " with an invalid key" }[request.credential.kind];
  return `${method} ${path ?? request.path}${key}`;
}
