import axios from "axios";
import axiosRetry from "axios-retry";
import { key, program, setUp, url } from "../program.js";
import { exact, heed, turn } from "./by-hand.js";

function retrying(options) {
  const client = plain();
  axiosRetry(client, { retries: 3, ...options });
  return client;
}

function plain() {
  return axios.create({ baseURL: url, headers: { authorization: `Bearer ${key}` } });
}

function configured() {
  // #region configuration
  const client = axios.create({
    baseURL: url,
    headers: { authorization: `Bearer ${key}` },
    parseReviver: exact,
  });
  client.interceptors.request.use(async (config) => {
    await turn();
    return config;
  });
  client.interceptors.response.use(undefined, (error) => {
    heed(error.response?.status, error.response?.headers["retry-after"]);
    throw error;
  });
  axiosRetry(client, {
    retries: 4,
    retryDelay: (count, error) => axiosRetry.exponentialDelay(count, error, 500),
    // A POST is sent again after a 429 only: after a 503 or a lost connection it may have been carried out.
    retryCondition: (error) => error.response?.status === 429 || axiosRetry.isIdempotentRequestError(error),
  });
  // #endregion
  return client;
}

const client = setUp({
  axios: plain,
  "axios-retry": () => retrying({}),
  "axios-retry-exponential": () => retrying({ retryDelay: axiosRetry.exponentialDelay }),
  "axios-retry-configured": configured,
})();

await program({
  list: async (params) => (await client.get("/pets", { params })).data,
  create: async (pet) => (await client.post("/pets", pet)).data,
  read: async (id) => (await client.get(`/pets/${id}`)).data,
});
