import pRetry, { AbortError } from "p-retry";
import { key, program, successOf, url } from "../program.js";

const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };

function call(path, options = {}) {
  const run = async () => {
    const response = await fetch(`${url}${path}`, { headers, ...options });
    if (response.status === 404) throw new AbortError(response.statusText);
    return successOf(response).json();
  };
  return pRetry(run, { retries: 5 });
}

await program({
  list: (query) => call(`/pets?${new URLSearchParams(query)}`),
  create: (pet) => call("/pets", { method: "POST", body: JSON.stringify(pet) }),
  read: (id) => call(`/pets/${id}`),
});
