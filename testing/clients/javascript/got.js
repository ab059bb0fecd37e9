import got from "got";
import { key, program, setUp, url } from "../program.js";
import { exact, heed, turn } from "./by-hand.js";

const configured = {
  // #region configuration
  retry: {
    limit: 4,
    methods: ["GET", "POST"],
    // A POST is sent again after a 429 only: after a 503 or a lost connection it may have been carried out.
    calculateDelay: ({ error, computedValue }) =>
      error.options.method === "POST" && error.response?.statusCode !== 429 ? 0 : computedValue,
  },
  hooks: {
    beforeRequest: [turn],
    afterResponse: [
      (response) => {
        heed(response.statusCode, response.headers["retry-after"]);
        return response;
      },
    ],
  },
  parseJson: (text) => JSON.parse(text, exact),
  // #endregion
};

const client = got.extend({
  prefixUrl: url,
  headers: { authorization: `Bearer ${key}` },
  ...setUp({ got: {}, "got-configured": configured }),
});

await program({
  list: (searchParams) => client.get("pets", { searchParams }).json(),
  create: (json) => client.post("pets", { json }).json(),
  read: (id) => client.get(`pets/${id}`).json(),
});
