import type { Cause, CauseForm } from "../core/check/defect.ts";

/**
 * What is wrong, as a clause. It may contain text from the target: escape it for display.
 * @param name how the leading requirement is called where the clause names it; empty: it is named already
 */
export function defectSentence(cause: Cause, name = cause.leading): string {
  const { form, finding } = cause;
  const { expected, seen } = finding;
  switch (form.kind) {
    case "enveloped":
      return `every body is wrapped in an object with the field \`${form.member}\``;
    case "wrapped-list":
      return form.member === undefined
        ? "the list is an object, not an array"
        : `the list is wrapped in an object with the field \`${form.member}\``;
    case "field":
      // What came says already what is missing.
      if (finding.got.at === "nothing") return `expected ${expected}; got ${seen}`;
      return form.type === undefined
        ? `the field \`${form.name}\` is wrong: expected ${expected}; got ${seen}`
        : typeSentence(form.name, form.type);
    case "header":
      return finding.got.at === "nothing"
        ? `the header ${form.name} is missing: expected ${expected}`
        : `the header ${form.name} is wrong: expected ${expected}; got ${seen}`;
    case "poisoned":
      return `every list fails since ${form.since}: got ${seen}`;
    case "intermittent":
      return `intermittent: ${cause.broken} of ${form.of} answers ${cause.broken === 1 ? "is" : "are"} a 5xx, on ${listed(form.operations)}; the same request succeeded when sent again`;
    case "no-answer":
    case "accepted":
    case "status":
    case "body":
      return `${name === "" ? finding.case.label : `${name} (${finding.case.label})`}: expected ${expected}; got ${seen}`;
  }
}

/** `listThings, getThing and createThing`. */
function listed(names: readonly string[]): string {
  return [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");
}

/** The same with the leading requirement before it, unless the clause names it. */
export function namedDefect(cause: Cause, name: string): string {
  const sentence = defectSentence(cause, name);
  return isAboutAPlace(cause.form) ? `${name}: ${sentence}` : sentence;
}

/** False where the clause says in other words what was expected, and what came. */
export function saysWhatIsDue({ form }: Cause): boolean {
  return (
    form.kind !== "wrapped-list" &&
    form.kind !== "intermittent" &&
    !(form.kind === "field" && form.type !== undefined)
  );
}

function isAboutAPlace({ kind }: CauseForm): boolean {
  return ["wrapped-list", "enveloped", "intermittent", "poisoned", "field", "header"].includes(kind);
}

function typeSentence(name: string, type: string): string {
  const found = type === "literal" ? "true, false or null" : `${type}s`;
  return name === "id" ? `ids are ${found}` : `the values of \`${name}\` are ${found}`;
}
