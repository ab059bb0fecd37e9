import got from "got";
import { key, program, url } from "../program.js";

const client = got.extend({
  prefixUrl: url,
  headers: { authorization: `Bearer ${key}` },
});

await program({
  list: (searchParams) => client.get("pets", { searchParams }).json(),
  create: (json) => client.post("pets", { json }).json(),
  read: (id) => client.get(`pets/${id}`).json(),
});
