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

/** By the names of parameters; of two values for one name the later counts. */
export function declaredInputs({
  declared,
}: {
  readonly declared: Declared;
}): Readonly<Record<string, string>> {
  const inputs = declaredBy(documentSettings, declared).inputs.map((input) => {
    const at = input.indexOf("=");
    return [input.slice(0, at), input.slice(at + 1)] as const;
  });
  return Object.fromEntries(inputs);
}

export function declaredOperations({ declared }: { readonly declared: Declared }): readonly string[] {
  return declaredBy(documentSettings, declared).operations;
}
