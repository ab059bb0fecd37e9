import { setTimeout as sleep } from "node:timers/promises";
import pRetry, { AbortError } from "p-retry";
import { key, program, setUp, successOf, url } from "../program.js";
import { exact, retryAfterMs } from "./by-hand.js";

function documented(run) {
  const stopping = (error) => {
    throw error.status === 404 ? new AbortError(error.message) : error;
  };
  return pRetry(() => run().catch(stopping), { retries: 5 });
}

function configured(run, options) {
  // #region configuration
  const mayBeRepeated = ({ status = 503 }) =>
    // A POST is sent again after a 429 only: after a 503 or a lost connection it may have been carried out.
    status === 429 || (status >= 500 && options.method !== "POST");
  return pRetry(run, {
    retries: 5,
    shouldRetry: ({ error }) => mayBeRepeated(error),
    // Its own backoff comes on top.
    onFailedAttempt: ({ error }) => sleep(retryAfterMs(error.response?.headers.get("retry-after"))),
  });
  // #endregion
}

const [repeated, reviver] = setUp({
  fetch: [(run) => run()],
  "p-retry": [documented],
  "p-retry-configured": [configured, exact],
});

function call(path, options = {}) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return repeated(async () => {
    const response = successOf(await fetch(`${url}${path}`, { headers, ...options }));
    return JSON.parse(await response.text(), reviver);
  }, options);
}

await program({
  list: (query) => call(`/pets?${new URLSearchParams(query)}`),
  create: (pet) => call("/pets", { method: "POST", body: JSON.stringify(pet) }),
  read: (id) => call(`/pets/${id}`),
});
