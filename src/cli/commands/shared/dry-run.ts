import { pathWithQuery } from "../../../report/request-line.ts";
import type { PlannedRequest, Preview } from "../../../run/preview.ts";

const when = {
  always: "",
  needed: " (if the store holds too few pets)",
  extended: " (if the rate limit leaves room)",
};

/** What `--dry-run` prints: each request in order, with the requirements that it tests. */
export function dryRunText({ requests, rounds, probe }: Preview): string {
  const count = (kinds: readonly PlannedRequest["when"][]) =>
    sum(requests.filter((r) => kinds.includes(r.when)).map((r) => r.times));
  const creates = sum(requests.filter((r) => r.when !== "needed").map((r) => r.creates));
  const least = count(["always"]);
  const most = count(["always", "needed", "extended"]);
  const lines = requests.map((planned, i) => {
    const number = String(i + 1).padStart(String(requests.length).length);
    return `${number}  ${requestText(planned)}${when[planned.when]}\n${" ".repeat(number.length + 2)}${planned.label}: ${planned.serves.join(", ") || "a control"}`;
  });
  return [
    ...lines,
    "",
    `Planned: ${least} to ${most} requests, of which at most ${creates} are expected to create a pet; an empty store takes more.`,
    ...(rounds === 1
      ? []
      : [
          `Each further round${Number.isFinite(rounds) ? ` of ${rounds}` : ""} sends as many, and creates what \`--max-creates\` leaves.`,
        ]),
    ...(probe === 0
      ? []
      : [`The over-limit probe may add up to ${probe}. Reads that do not show a new pet yet are repeated.`]),
    "Nothing was sent.",
    "",
  ].join("\n");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

function requestText({ request, method, times }: PlannedRequest): string {
  if (times > 1) return `${method} … ${times} times at most, depending on the seed and on earlier answers`;
  if (request === undefined) return `${method} … depending on earlier answers`;
  const { kind } = request.credential;
  const credential =
    kind === "valid" ? "" : kind === "none" ? ", without a key" : `, with ${request.credential.about}`;
  return `${method} ${pathWithQuery(request)}${credential}`;
}
