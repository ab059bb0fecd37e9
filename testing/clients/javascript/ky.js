import ky from "ky";
import { key, program, setUp, url } from "../program.js";
import { exact, heeding } from "./by-hand.js";

const configured = {
  // #region configuration
  retry: {
    limit: 4,
    methods: ["get", "post"],
    // A POST is sent again after a 429 only: after a 503 or a lost connection it may have been carried out.
    shouldRetry: ({ error }) =>
      error.request?.method === "POST" && error.response?.status !== 429 ? false : undefined,
  },
  fetch: heeding(fetch),
  parseJson: (text) => JSON.parse(text, exact),
  // #endregion
};

const client = ky.create({
  prefix: url,
  headers: { authorization: `Bearer ${key}` },
  ...setUp({
    ky: {},
    "ky-max-retry-after": { retry: { maxRetryAfter: 1000 } },
    "ky-configured": configured,
  }),
});

await program({
  list: (searchParams) => client.get("pets", { searchParams }).json(),
  create: (json) => client.post("pets", { json }).json(),
  read: (id) => client.get(`pets/${id}`).json(),
});
