import { setTimeout as sleep } from "node:timers/promises";
import pRetry from "p-retry";
import { key, program, successOf, url } from "../program.js";
import { exact, retryAfterMs } from "./by-hand.js";

const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };

function call(path, options = {}) {
  const run = async () => {
    const response = successOf(await fetch(`${url}${path}`, { headers, ...options }));
    return JSON.parse(await response.text(), exact);
  };
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

await program({
  list: (query) => call(`/pets?${new URLSearchParams(query)}`),
  create: (pet) => call("/pets", { method: "POST", body: JSON.stringify(pet) }),
  read: (id) => call(`/pets/${id}`),
});
