import type { Cause } from "../check/defect.ts";

/** What is wrong, as a clause. It may contain text from the target: escape it for display. */
export function defectSentence({ form, finding, leading }: Cause): string {
  switch (form.kind) {
    case "wrapped-list":
      return form.member === undefined
        ? "the list is an object, not an array"
        : `the list is wrapped in an object with member \`${form.member}\``;
    case "field":
      return form.type === undefined
        ? `the field \`${form.name}\` is wrong: expected ${finding.expected}; got ${finding.seen}`
        : typeSentence(form.name, form.type);
    case "header":
      return `the header ${form.name} is wrong: expected ${finding.expected}; got ${finding.seen}`;
    case "no-answer":
    case "accepted":
    case "status":
    case "body":
      return `${leading} (${finding.case}): expected ${finding.expected}; got ${finding.seen}`;
  }
}

function typeSentence(name: string, type: string): string {
  const found = type === "literal" ? "true, false or null" : `${type}s`;
  return name === "id" ? `ids are ${found}` : `the values of \`${name}\` are ${found}`;
}
