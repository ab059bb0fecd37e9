/** A request that a user would write by hand, and the status that the interface asks of its answer. */
export interface Asked {
  readonly name: string;
  readonly method?: "GET" | "POST";
  /** Below the base address; `{seeded}` is the id of an animal in the store, `{created}` that of the last one created. */
  readonly path: string;
  /** Default: the valid key. */
  readonly authorization?: "none" | "wrong" | "basic";
  readonly body?: unknown;
  /** `4xx`: any of a client's error, where the interface does not say which. */
  readonly status: number | "4xx";
}

const pet = { name: "Rex", categoryId: 1, status: "available" };
const limits = [1, 2, 20, 99, 100];
const wrongLimits = ["0", "-1", "101", "ten", "1.5", ""];
const statuses = ["available", "pending", "sold"];
const wrongBodies = {
  "an empty object": {},
  "no name": { categoryId: 1 },
  "no category": { name: "Rex" },
  "a name that is null": { ...pet, name: null },
  "a name that is a number": { ...pet, name: 7 },
  "a category that is a text": { ...pet, categoryId: "1" },
  "a category with a fraction": { ...pet, categoryId: 1.5 },
  "a status that is not one": { ...pet, status: "unknown" },
  "a status that is null": { ...pet, status: null },
  "an array": [],
  "a text": "Rex",
};

const operations: readonly Omit<Asked, "name" | "status">[] = [
  { path: "/pets" },
  { method: "POST", path: "/pets", body: pet },
  { path: "/pets/{seeded}" },
  { path: "/store/orders" },
];

/** For the tools that are given requests one by one and check each answer. */
export const requests: readonly Asked[] = [
  ...(["none", "wrong", "basic"] as const).flatMap((authorization) =>
    operations.map((operation) => ({
      ...operation,
      name: `${operation.method ?? "GET"} ${operation.path}, key ${authorization}`,
      authorization,
      status: 401,
    })),
  ),
  { name: "no key, wrong limit", path: "/pets?limit=0", authorization: "none", status: 401 },
  { name: "list", path: "/pets", status: 200 },
  ...limits.map((limit) => ({ name: `limit ${limit}`, path: `/pets?limit=${limit}`, status: 200 })),
  ...wrongLimits.map((limit) => ({
    name: `limit "${limit}"`,
    path: `/pets?limit=${limit}`,
    status: "4xx" as const,
  })),
  ...statuses.map((status) => ({ name: `status ${status}`, path: `/pets?status=${status}`, status: 200 })),
  { name: "status unknown", path: "/pets?status=unknown", status: "4xx" },
  { name: "status in capitals", path: "/pets?status=SOLD", status: "4xx" },
  { name: "create", method: "POST", path: "/pets", body: pet, status: 201 },
  { name: "read what was created", path: "/pets/{created}", status: 200 },
  {
    name: "create without status",
    method: "POST",
    path: "/pets",
    body: { name: "Mia", categoryId: 2 },
    status: 201,
  },
  { name: "read that", path: "/pets/{created}", status: 200 },
  { name: "read what was there", path: "/pets/{seeded}", status: 200 },
  { name: "read what is not there", path: "/pets/987654321987", status: 404 },
  ...Object.entries(wrongBodies).map(([name, body]) => ({
    name: `create with ${name}`,
    method: "POST" as const,
    path: "/pets",
    body,
    status: 400,
  })),
];
