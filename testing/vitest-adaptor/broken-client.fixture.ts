import { clientConformance } from "#vitest.ts";

// A client that reads ids as doubles, needs each pet's status, and asks for a second page.
await clientConformance(
  async ({ url, key }) => {
    const headers = { Authorization: `Bearer ${key}` };
    const answer = await fetch(`${url}/pets?limit=5&page=2`, { headers });
    const pets = (await answer.json()) as readonly { readonly id: number; readonly status: string }[];
    for (const { status } of pets) status.toUpperCase();
    await fetch(`${url}/pets/${pets[0]?.id}`, { headers });
    await fetch(`${url}/pets/0`, { headers });
    await fetch(`${url}/pets/0`, { headers });
  },
  { situations: ["big-ids", "no-status"] },
);
