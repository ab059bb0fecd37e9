import type { Verdict } from "../check/verdict.ts";
import { causeSentence } from "./cause-in-words.ts";

/** Why a requirement neither passed nor failed, and what would change that. Empty where neither is known. */
export function whyInWords(of: Pick<Verdict, "verdict" | "reason" | "remedy" | "cause">): string {
  const { verdict, remedy } = of;
  const reason = reasonInWords(of);
  // The user chose the profile: the option is the whole reason.
  if (verdict === "skipped" && remedy !== undefined) return `tested only with \`${remedy}\``;
  return [reason, remedy && toTestIt(remedy)].filter((part) => part !== undefined).join("; ");
}

function toTestIt(remedy: string): string {
  return remedy.startsWith("--") ? `to test it, add \`${remedy}\`` : `to test it: ${remedy}`;
}

/** The reason alone, beginning with the requirement whose failure is behind it, if any. */
export function reasonInWords({ reason, cause }: Pick<Verdict, "reason" | "cause">): string | undefined {
  if (cause?.kind === "root-cause") return causeSentence(cause.by);
  return cause?.failed === undefined ? reason : `because ${cause.failed} failed: ${reason}`;
}
