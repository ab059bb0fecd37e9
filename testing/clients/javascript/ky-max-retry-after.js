import ky from "ky";
import { key, program, url } from "../program.js";

const client = ky.create({
  prefix: url,
  headers: { authorization: `Bearer ${key}` },
  retry: { maxRetryAfter: 1000 },
});

await program({
  list: (searchParams) => client.get("pets", { searchParams }).json(),
  create: (json) => client.post("pets", { json }).json(),
  read: (id) => client.get(`pets/${id}`).json(),
});
