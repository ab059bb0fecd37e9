import fetchRetry from "fetch-retry";
import nodeFetch from "node-fetch";
import { key, program, successOf, url } from "../program.js";

const fetch = fetchRetry(nodeFetch, { retries: 3, retryDelay: 1000, retryOn: [429, 503] });

const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };

await program({
  list: async (query) =>
    successOf(await fetch(`${url}/pets?${new URLSearchParams(query)}`, { headers })).json(),
  create: async (pet) =>
    successOf(await fetch(`${url}/pets`, { method: "POST", headers, body: JSON.stringify(pet) })).json(),
  read: async (id) => successOf(await fetch(`${url}/pets/${id}`, { headers })).json(),
});
