import pRetry, { AbortError } from "p-retry";
import { key, program, setUp, successOf, url } from "../program.js";
import { exact, heeding } from "./by-hand.js";

function documented(run) {
  const stopping = (error) => {
    throw error.status === 404 ? new AbortError(error.message) : error;
  };
  return pRetry(() => run(fetch).catch(stopping), { retries: 5 });
}

function configured(run, method) {
  // #region configuration
  const mayBeRepeated = ({ status = 503 }) =>
    // A POST is sent again after a 429 only: after a 503 or a lost connection it may have been carried out.
    status === 429 || (status >= 500 && method !== "POST");
  const options = { retries: 4, shouldRetry: ({ error }) => mayBeRepeated(error) };
  return pRetry(() => run(heeding(fetch)), options);
  // #endregion
}

const [repeated, reviver] = setUp({
  fetch: [(run) => run(fetch)],
  "p-retry": [documented],
  "p-retry-configured": [configured, exact],
});

function call(path, options = {}) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return repeated(async (fetch) => {
    const response = successOf(await fetch(`${url}${path}`, { headers, ...options }));
    return JSON.parse(await response.text(), reviver);
  }, options.method);
}

await program({
  list: (query) => call(`/pets?${new URLSearchParams(query)}`),
  create: (pet) => call("/pets", { method: "POST", body: JSON.stringify(pet) }),
  read: (id) => call(`/pets/${id}`),
});
