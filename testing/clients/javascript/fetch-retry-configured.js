import fetchRetry from "fetch-retry";
import nodeFetch from "node-fetch";
import { key, program, successOf, url } from "../program.js";
import { exact, retryAfterMs } from "./by-hand.js";

// #region configuration
const fetch = fetchRetry(nodeFetch, {
  retryDelay: (attempt, _error, response) =>
    Math.max(1000 * 2 ** attempt, retryAfterMs(response?.headers.get("retry-after"))),
  retryOn: (attempt, error, response) =>
    attempt < 5 && (error !== null || response.status === 429 || response.status >= 500),
});
// A POST is sent again after a 429 only: after a 503 or a lost connection it may have been carried out.
const forCreates = { retryOn: (attempt, _error, response) => attempt < 5 && response?.status === 429 };
// node-fetch sends the key to another port of the same host.
const redirect = "manual";
// #endregion

const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
const parsed = async (response) => JSON.parse(await successOf(response).text(), exact);

await program({
  list: async (query) =>
    parsed(await fetch(`${url}/pets?${new URLSearchParams(query)}`, { headers, redirect })),
  create: async (pet) =>
    parsed(
      await fetch(`${url}/pets`, {
        method: "POST",
        headers,
        redirect,
        body: JSON.stringify(pet),
        ...forCreates,
      }),
    ),
  read: async (id) => parsed(await fetch(`${url}/pets/${id}`, { headers, redirect })),
});
