import { Agent, interceptors, request } from "undici";
import { key, program, setUp, url } from "../program.js";
import { exact, heeded } from "./by-hand.js";

function configured() {
  // #region configuration
  const waits = { maxTimeout: 24 * 3_600_000, maxRetries: 4 };
  const dispatcher = new Agent().compose(heeded, interceptors.retry(waits));
  // A POST is sent again after a 429 only: after a 503 or a lost connection it may have been carried out.
  const retryOptions = { methods: ["POST"], statusCodes: [429], errorCodes: [] };
  // #endregion
  return { dispatcher, forCreates: { retryOptions }, reviver: exact };
}

const { dispatcher, forCreates, reviver } = setUp({
  "undici-retry-interceptor": () => ({ dispatcher: new Agent().compose(interceptors.retry()) }),
  "undici-retry-interceptor-configured": configured,
})();

async function call(path, options = {}) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const { statusCode, body } = await request(`${url}${path}`, { dispatcher, headers, ...options });
  if (statusCode < 300) return JSON.parse(await body.text(), reviver);
  await body.dump();
  throw Object.assign(new Error("not a success"), { statusCode });
}

await program({
  list: (query) => call("/pets", { query }),
  create: (pet) => call("/pets", { method: "POST", body: JSON.stringify(pet), ...forCreates }),
  read: (id) => call(`/pets/${id}`),
});
