/** The animals, in the order in which they were stored. */
export class PetStore {
  /** Each with when it was stored, in ms since the epoch by the server's clock. */
  readonly entries: { readonly pet: Pet; readonly storedAtMs: number }[] = [];
  #nextSerial = 0n;

  /** Numbers the animals from 0, the seed included; an identifier is made from it. */
  takeSerial(): bigint {
    const serial = this.#nextSerial;
    this.#nextSerial += 1n;
    return serial;
  }

  add(pet: Pet, storedAtMs: number): void {
    this.entries.push({ pet, storedAtMs });
  }

  find(id: bigint): Pet | undefined {
    return this.entries.find(({ pet }) => pet.id === id)?.pet;
  }
}

// Every stretch of ten holds all three statuses and one animal without.
const statuses: readonly (PetStatus | undefined)[] = [
  ...(["available", "sold", "pending", "available", undefined] as const),
  ...(["available", "pending", "sold", "available", "pending"] as const),
];

// The last one is beyond 2^53 and odd, so that a double cannot hold it.
const categories: readonly bigint[] = [1n, 2n, 3n, 7n, 2n ** 53n + 1n];

const names = ["Rex", "Mia", "Luna", "Otto", "Zoë", "Bruno", "小白"];

/** The animals of a fresh store, always the same. */
export function seedPets(count: number): readonly NewPet[] {
  return Array.from({ length: count }, (_, index) => {
    const status = statuses[index % statuses.length];
    return {
      name: `${names[index % names.length]} ${index + 1}`,
      categoryId: categories[index % categories.length] ?? 1n,
      ...(status === undefined ? {} : { status }),
    };
  });
}

/**
 * Half of the seed up to 2^53, the other half and every created animal beyond it.
 * Identifiers are odd, so that beyond 2^53 no double holds them.
 */
export function defaultFirstId(seeded: number): bigint {
  return 2n ** 53n + 1n - 2n * BigInt(Math.floor(seeded / 2));
}

export const petStatuses = ["available", "pending", "sold"] as const;

/** Interface heading "States and transitions". */
export type PetStatus = (typeof petStatuses)[number];

export interface NewPet {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: PetStatus | undefined;
}

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

export interface Photo {
  readonly id: bigint;
  readonly petId: bigint;
  readonly url: string;
}
