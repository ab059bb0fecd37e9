import { caseRef } from "#core/check/case.ts";
import { inHeader } from "#core/check/results/verdict.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { sampleExchange } from "../exchange/sample-exchange.ts";
import { said, sampleCause, sampleFinding, sampleRun, sampleVerdict } from "./sample-run.ts";

/** Text that tries to get out of every format that a report has. */
const hostileText = [
  `</code></pre><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>`,
  `]]></failure></testsuites> --> "'\` $(id) %0A::error::owned`,
  "\n::error::owned\r\nnot ok 1 - owned\n# owned\n| a | b |\n```\n",
  "\u001b]0;owned\u0007\u202eowned\u2066\u0000\ud800",
].join("");

const finding = sampleFinding({
  case: caseRef(hostileText, hostileText),
  seen: hostileText,
  place: inHeader(hostileText),
});

/** A run against a target that puts hostile text wherever it can. */
export const hostileRun: Redacted<Run> = sampleRun({
  verdicts: [
    sampleVerdict("LIST-1", "pass"),
    sampleVerdict("LIST-4", "fail", { findings: [{ ...finding, related: [1] }] }),
    sampleVerdict("LIST-9", "fail", { level: "should", findings: [sampleFinding({ seen: hostileText })] }),
    sampleVerdict("AUTH-1", "inconclusive", { reason: said(hostileText) }),
  ],
  causes: [
    sampleCause({ form: { kind: "field", name: hostileText }, consequences: ["LIST-9"], finding }),
    sampleCause({ form: { kind: "wrapped-list", member: hostileText }, leading: hostileText }),
  ],
  rootCause: { kind: "redirected", to: hostileText, exchange: 1 },
  exchanges: [
    sampleExchange({
      headers: [["X-Echo", hostileText.replaceAll(/[\r\n\0]/gu, " ")]],
      body: JSON.stringify([{ id: 1, [hostileText]: hostileText }]),
      request: { path: "/pets/%3Cscript%3E" },
    }),
    { ...sampleExchange({ body: hostileText }), id: 2 },
  ],
  created: [{ id: hostileText, name: hostileText, exchange: 1, certain: true }],
  notes: [hostileText],
  suiteErrors: [{ where: "LIST-1", message: hostileText }],
});
