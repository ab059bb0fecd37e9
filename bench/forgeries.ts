import { statementOf } from "../src/certificate/statement.ts";
import { type ListedServer, loadServers } from "../suites/servers.ts";
import {
  judged,
  kindsIn,
  recordedLines,
  recordingOf,
  signedStatement,
  verified,
} from "../testing/certificate/sample-certificate.ts";

// What someone gets past `verify` who changes the recording of a failing server: in the run of each fault that fails a must,
// every answer that shows the failure is replaced by the one that a correct server gave to the same request, and what still
// fails once more, several times; the certificate fits, signed with the owner's own key. `node bench/forgeries.ts [NTH]`.

const mostTimes = 5;

interface Exchange {
  readonly id: number;
  readonly label: string;
  readonly outcome: unknown;
}

interface Line {
  readonly kind: string;
  readonly exchange?: Exchange;
}

type Forged = "not refused" | "still fails" | string;

const parsed = (lines: readonly string[]) => lines.map((line) => JSON.parse(line) as Line);
const packed = (lines: readonly Line[]) => recordingOf(lines.map((line) => JSON.stringify(line)));

/** A member of the exchanges of a run, by their labels, in the order in which they came. */
function byLabel<Name extends "id" | "outcome">(
  lines: readonly Line[],
  name: Name,
): ReadonlyMap<string, readonly Exchange[Name][]> {
  const exchanges = lines.flatMap(({ exchange }) => exchange ?? []);
  const grouped = Map.groupBy(exchanges, ({ label }) => label);
  return new Map([...grouped].map(([label, of]) => [label, of.map((one) => one[name])]));
}

async function forgedRun(server: ListedServer): Promise<Forged | undefined> {
  const correct = { hooks: () => ({}), ...(server.stage && { stage: server.stage }) };
  const [own, others] = await Promise.all([recordedLines({}, server), recordedLines({}, correct)]);
  const honest = byLabel(parsed(others), "outcome");
  let lines = parsed(own);
  const places = byLabel(lines, "id");
  for (let times = 0; times <= mostTimes; times += 1) {
    const recording = packed(lines);
    const evidence = await judged(recording);
    const failing = evidence.verdicts.filter(({ verdict, level }) => verdict === "fail" && level === "must");
    if (failing.length === 0) {
      if (times === 0) return undefined;
      const claims = {
        name: server.id,
        commit: undefined,
        issuedAt: new Date(evidence.endedAtMs).toISOString(),
        expiresAt: new Date(evidence.endedAtMs + 86_400_000).toISOString(),
      };
      const certificate = await signedStatement(statementOf(evidence, claims));
      const found = await verified(certificate, recording, { nowMs: evidence.endedAtMs });
      return found.problems.length === 0 ? "not refused" : kindsIn(found).join(", ");
    }
    // At first the answer that shows it; then also what that one was compared with.
    const shown = new Set(
      failing.flatMap(({ findings }) =>
        findings.flatMap(({ exchange, related }) => (times === 0 ? [exchange] : [exchange, ...related])),
      ),
    );
    const everyAnswer = new Set(times < 3 ? [] : failing.flatMap(({ exchanges }) => exchanges));
    lines = lines.map((line) => {
      const { exchange } = line;
      if (exchange === undefined || !(shown.has(exchange.id) || everyAnswer.has(exchange.id))) return line;
      const { label } = exchange;
      const nth = (places.get(label) ?? []).indexOf(exchange.id);
      const outcome = honest.get(label)?.[nth] ?? exchange.outcome;
      return { ...line, exchange: { ...exchange, outcome } };
    });
  }
  return "still fails";
}

const [nth = "1"] = process.argv.slice(2);
const faults = (await loadServers()).filter(
  ({ kind, fails, profile }, i) =>
    kind === "fault" && fails.length > 0 && profile !== "thorough" && i % Number(nth) === 0,
);
const counts = new Map<Forged, string[]>();
for (const server of faults) {
  const result = await forgedRun(server);
  if (result !== undefined) counts.set(result, [...(counts.get(result) ?? []), server.id]);
}
for (const [result, ids] of [...counts].sort())
  process.stdout.write(`${ids.length} ${result}: ${ids.slice(0, 40).join(" ")}\n`);
