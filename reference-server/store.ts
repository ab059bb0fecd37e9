import type { Pet } from "./pet.ts";

interface StoredPet {
  readonly pet: Pet;
  /** When it was stored, in ms since the epoch by the server's clock. */
  readonly storedAtMs: number;
}

/** The animals, in the order in which they were stored. */
export class PetStore {
  readonly entries: StoredPet[] = [];
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
