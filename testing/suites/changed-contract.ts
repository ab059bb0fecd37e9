import type { Contract, FieldSchema, Operation } from "#core/contract/contract.ts";

type Fields = Readonly<Record<string, Partial<FieldSchema>>>;

/** The contract with an operation that is described otherwise. */
function withOperation(
  contract: Contract,
  id: string,
  change: (operation: Operation) => Operation,
): Contract {
  const operation = contract.operations.get(id);
  if (operation === undefined) throw new Error(`the contract has no ${id}`);
  return { ...contract, operations: new Map([...contract.operations, [id, change(operation)]]) };
}

/** The contract with other query parameters of listPets; those that are not named are left out. */
export function withListParameters(contract: Contract, fields: Fields): Contract {
  return withOperation(contract, "listPets", (list) => ({
    ...list,
    parameters: list.parameters.flatMap((parameter) => {
      const changed = fields[parameter.name];
      return changed === undefined ? [] : [{ ...parameter, field: { ...parameter.field, ...changed } }];
    }),
  }));
}

export function withNewPet(contract: Contract, fields: Fields): Contract {
  return withOperation(contract, "createPet", (create) => {
    if (create.body === undefined) throw new Error("createPet has no body");
    const properties = new Map(create.body.shape.properties);
    for (const [name, changed] of Object.entries(fields)) {
      const field = properties.get(name);
      if (field === undefined) throw new Error(`a NewPet has no ${name}`);
      properties.set(name, { ...field, ...changed });
    }
    return { ...create, body: { ...create.body, shape: { ...create.body.shape, properties } } };
  });
}
