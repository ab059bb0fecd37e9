import type { Remedy } from "../core/check/remedy.ts";
import type { Verdict } from "../core/check/verdict.ts";
import { causeSentence } from "./cause-in-words.ts";

/** Why a requirement neither passed nor failed, and what would change that. Empty where neither is known. */
export function whyInWords(
  of: Pick<Verdict, "verdict" | "reason" | "remedy" | "cause">,
  what: "it" | "them" = "it",
): string {
  const { verdict, remedy } = of;
  const reason = reasonInWords(of);
  // The user chose the profile: the option is the whole reason.
  if (verdict === "skipped" && remedy !== undefined) return `tested only with \`${remedyInWords(remedy)}\``;
  return [reason, remedy && toTest(what, remedy)].filter((part) => part !== undefined).join("; ");
}

function toTest(what: string, remedy: Remedy): string {
  const words = remedyInWords(remedy);
  return "options" in remedy ? `to test ${what}, add \`${words}\`` : `to test ${what}: ${words}`;
}

/** Options as they are typed: `--profile thorough --max-creates 140`. */
export function remedyInWords(remedy: Remedy): string {
  if ("change" in remedy) return remedy.change;
  return remedy.options
    .map(({ option, value }) => (value === undefined ? `--${option}` : `--${option} ${value}`))
    .join(" ");
}

/** The reason alone, beginning with the requirement whose failure is behind it, if any. */
export function reasonInWords({ reason, cause }: Pick<Verdict, "reason" | "cause">): string | undefined {
  if (cause?.kind === "root-cause") return causeSentence(cause.by);
  return cause?.failed === undefined ? reason : `because ${cause.failed} failed: ${reason}`;
}
