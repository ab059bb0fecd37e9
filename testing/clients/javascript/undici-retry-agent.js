import { Agent, RetryAgent, request } from "undici";
import { key, program, url } from "../program.js";

const dispatcher = new RetryAgent(new Agent());

async function call(path, options = {}) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const { statusCode, body } = await request(`${url}${path}`, { dispatcher, headers, ...options });
  if (statusCode < 300) return body.json();
  await body.dump();
  throw Object.assign(new Error("not a success"), { statusCode });
}

await program({
  list: (query) => call("/pets", { query }),
  create: (pet) => call("/pets", { method: "POST", body: JSON.stringify(pet) }),
  read: (id) => call(`/pets/${id}`),
});
