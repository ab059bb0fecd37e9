import type { CredentialHeader, OtherAccess } from "#core/contract/contract.ts";
import { type Declared, declaredBy, optionTable, pattern, text } from "#core/options/option.ts";

/** What the owner of a service may declare of operations that its document alone describes. */
export const documentSettings = optionTable({
  inputs: {
    name: "input",
    value: pattern(/^[^=\s]+=[\s\S]+$/, "NAME=VALUE or OPERATION/NAME=VALUE", "photoId=12"),
    placeholder: "NAME=VALUE",
    repeatable: true,
    help: "The value of a parameter in operations that only --spec describes; of one operation alone as createPhoto/petId=7, its body as createPhoto/body=JSON.",
  },
  operations: {
    value: text("the operationId of an operation, or METHOD:/path"),
    placeholder: "OPERATION",
    repeatable: true,
    separator: /,/,
    help: "Also send these operations that only --spec describes, although they are not GET; they write to what this run created, or to what --input names.",
  },
});

/** The operations with another method than GET that may be sent (`--operations`), by their names in the document. */
export function declaredOperations(declared: Declared): readonly string[] {
  return declaredBy(documentSettings, declared).operations;
}

/** By the names of parameters; of two values for one name the later counts. */
export function declaredInputs(declared: Declared): Readonly<Record<string, string>> {
  const inputs = declaredBy(documentSettings, declared).inputs.map((input) => {
    const at = input.indexOf("=");
    return [input.slice(0, at), input.slice(at + 1)] as const;
  });
  return Object.fromEntries(inputs);
}

/** The names of the headers that are sent with every request, in lower case: one may carry what an operation asks for. */
export function declaredHeaders(declared: Declared): readonly string[] {
  const names = declared[sentHeaders];
  return Array.isArray(names) ? names.map(String) : [];
}

/** The member of what is declared that `withHeaders` adds; no option has this name. */
const sentHeaders = "sentHeaders";

/** What is declared, with the names of the headers that `--header` gives. */
export function withHeaders(
  declared: Declared,
  lines: readonly (readonly [name: string, value: string])[],
): Declared {
  return lines.length === 0
    ? declared
    : { ...declared, [sentHeaders]: lines.map(([name]) => name.toLowerCase()) };
}

/** The way in whose headers are all given. @param given the names that `--header` gives, in lower case */
export function headersFor(
  { headers }: OtherAccess,
  given: readonly string[],
): readonly CredentialHeader[] | undefined {
  return headers.find((all) => all.length > 0 && all.every(({ name }) => given.includes(name)));
}
