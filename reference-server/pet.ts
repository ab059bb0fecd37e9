export const petStatuses = ["available", "pending", "sold"] as const;

/** Interface heading "States and transitions". */
export type PetStatus = (typeof petStatuses)[number];

/** What a client sends to add an animal. */
export interface NewPet {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: PetStatus | undefined;
}

/** An animal as the store holds it. */
export interface Pet extends NewPet {
  readonly id: bigint;
}

export function isPetStatus(value: unknown): value is PetStatus {
  return petStatuses.some((status) => status === value);
}

/** OpenAPI format int64. */
export function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** A picture of an animal, as it is stored. */
export interface Photo {
  readonly id: bigint;
  readonly petId: bigint;
  readonly url: string;
}
