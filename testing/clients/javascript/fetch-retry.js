import fetchRetry from "fetch-retry";
import nodeFetch from "node-fetch";
import { key, program, setUp, successOf, url } from "../program.js";
import { exact, heeding, retryAfterMs } from "./by-hand.js";

function configured() {
  // #region configuration
  const fetch = fetchRetry(heeding(nodeFetch), {
    retryDelay: (attempt, _error, response) =>
      Math.max(1000 * 2 ** attempt, retryAfterMs(response?.headers.get("retry-after"))),
    retryOn: (attempt, error, response) =>
      attempt < 4 && (error !== null || response.status === 429 || response.status >= 500),
  });
  // A POST is sent again after a 429 only: after a 503 or a lost connection it may have been carried out.
  const forCreates = { retryOn: (attempt, _error, response) => attempt < 4 && response?.status === 429 };
  // node-fetch sends the key to another port of the same host.
  const redirect = "manual";
  // #endregion
  return { fetch, forCreates, forAll: { redirect }, reviver: exact };
}

const { fetch, forCreates, forAll, reviver } = setUp({
  "fetch-retry": () => ({
    fetch: fetchRetry(nodeFetch, { retries: 3, retryDelay: 1000, retryOn: [429, 503] }),
  }),
  "fetch-retry-configured": configured,
})();

async function call(path, options = {}) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = successOf(await fetch(`${url}${path}`, { headers, ...forAll, ...options }));
  return JSON.parse(await response.text(), reviver);
}

await program({
  list: (query) => call(`/pets?${new URLSearchParams(query)}`),
  create: (pet) => call("/pets", { method: "POST", body: JSON.stringify(pet), ...forCreates }),
  read: (id) => call(`/pets/${id}`),
});
