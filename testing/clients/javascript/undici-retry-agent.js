import { Agent, RetryAgent, request } from "undici";
import { key, program, setUp, url } from "../program.js";
import { exact, heeded } from "./by-hand.js";

function configured() {
  // #region configuration
  const waits = { maxTimeout: 24 * 3_600_000, maxRetries: 4 };
  const agent = new Agent().compose(heeded);
  const reads = new RetryAgent(agent, waits);
  // A POST is sent again after a 429 only: after a 503 or a lost connection it may have been carried out.
  const creates = new RetryAgent(agent, {
    ...waits,
    methods: ["POST"],
    statusCodes: [429],
    errorCodes: [],
  });
  // #endregion
  return { reads, creates, reviver: exact };
}

function documented(options) {
  const agent = new RetryAgent(new Agent(), options);
  return { reads: agent, creates: agent, reviver: undefined };
}

const { reads, creates, reviver } = setUp({
  "undici-retry-agent": () => documented({}),
  "undici-max-timeout": () => documented({ maxTimeout: 1000 }),
  "undici-retry-agent-configured": configured,
})();

async function call(path, options = {}) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const { statusCode, body } = await request(`${url}${path}`, { dispatcher: reads, headers, ...options });
  if (statusCode < 300) return JSON.parse(await body.text(), reviver);
  await body.dump();
  throw Object.assign(new Error("not a success"), { statusCode });
}

await program({
  list: (query) => call("/pets", { query }),
  create: (pet) => call("/pets", { method: "POST", body: JSON.stringify(pet), dispatcher: creates }),
  read: (id) => call(`/pets/${id}`),
});
