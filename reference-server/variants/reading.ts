import { after, around, refusing, rejecting, replaced } from "#reference-server/fault-parts.ts";
import { alike } from "../bed-server.ts";
import { jsonResponse } from "../hooks/answers.ts";
import { leadsTo } from "../hooks/call.ts";
import { textResponse } from "../message.ts";
import { Refusal } from "../refusal.ts";

const ids = alike({ ruling: [15] })({
  "text-id-404": {
    title: "answers 404 with an Error for an identifier that is not an int64",
    hooks: refusing("parsePetId", new Refusal(404, "There is no such animal.")),
  },
  "zero-id-400": {
    title: "answers 400 for identifiers below 1",
    hooks: after("parsePetId", (id) => {
      if (id < 1n) throw new Refusal(400, "Identifiers are positive.");
      return id;
    }),
  },
  "zero-id-without-error": {
    title: "answers identifiers below 1 with the router's own page",
    warns: ["ERR-6"],
    hooks: around("getPet", (correctly, call) =>
      /^\/v1\/pets\/(0|-\d{1,18})$/.test(call.path)
        ? textResponse(404, "text/html", "<h1>Not Found</h1>")
        : correctly(call),
    ),
  },
  "digits-alone-routed": {
    title: "has no route, nor a 401, for an identifier that is not an integer",
    ruling: [14, 15, 19],
    warns: ["AUTH-9"],
    hooks: around("gates", (correctly, call) => {
      const unrouted = leadsTo(call, "getPet") && !/^\/v1\/pets\/-?\d+$/.test(call.path);
      return unrouted ? [call.hooks.limitRate, call.hooks.petNotFound] : correctly(call);
    }),
  },
  "no-deprecation-headers": {
    title: "announces the end of an operation nowhere",
    ruling: [22],
    warns: ["DEPR-2", "DEPR-3"],
    hooks: () => ({ deprecationHeaders: () => [] }),
  },
  "sunset-late-on-the-day": {
    title: "announces the end for the last second of its day, and the deprecation for a day to come",
    ruling: [22],
    hooks: replaced("deprecationHeaders", () => [
      ["Deprecation", "@1901750400"],
      ["Sunset", "Thu, 05 Dec 2030 23:59:59 GMT"],
    ]),
  },
});

const removed = alike({ ruling: [23], stage: { startsAt: "2031-01-15T09:00:00Z" } })({
  "still-served-on-the-day": {
    title: "serves single pets on the removal day",
    stage: { startsAt: "2030-12-05T13:00:00Z" },
    hooks: () => ({ isRemoved: () => false }),
  },
  "removed-by-the-eastern-day": {
    title: "has removed the operation where the day begins first",
    stage: { startsAt: "2030-12-04T11:00:00Z" },
    hooks: () => ({ isRemoved: (call) => call.nowMs >= call.state.removedFromMs - 14 * 3_600_000 }),
  },
  "removed-with-404": {
    title: "answers 404 after the removal day",
    hooks: () => ({}),
  },
  "removed-with-410": {
    title: "answers 410 after the removal day",
    hooks: rejecting("getPet", 410, "This operation was removed."),
  },
  "removed-with-a-notice": {
    title: "answers 200 with a notice after the removal day",
    hooks: around("getPet", (correctly, call) =>
      call.hooks.isRemoved(call)
        ? jsonResponse(200, { notice: "This operation was removed: list pets by status." }, call)
        : correctly(call),
    ),
  },
  "removed-with-the-route": {
    title: "answers the router's own page after the removal day, with or without a key",
    hooks: around("gates", (correctly, call) =>
      leadsTo(call, "getPet")
        ? [call.hooks.limitRate, () => textResponse(404, "text/html", "<h1>Not Found</h1>")]
        : correctly(call),
    ),
  },
});

const orders = alike({ ruling: [17] })({
  "orders-need-parameters": {
    title: "answers store orders with 400",
    hooks: rejecting("storeOrders", 400, "from and to are required."),
  },
  "orders-forbidden": {
    title: "answers store orders with 403",
    hooks: rejecting("storeOrders", 403, "This key may not read orders."),
  },
  "orders-as-object": {
    title: "answers store orders with one order, whose id the first created pet has, too",
    untested: ["INT64-1"],
    stage: { seedPets: 0, firstId: 1n },
    hooks: () => ({ storeOrders: (call) => jsonResponse(200, { id: 1n, name: "first" }, call) }),
  },
  "orders-listed": {
    title: "lists orders that have ids and statuses of their own",
    untested: ["INT64-1"],
    stage: { seedPets: 0, firstId: 1n },
    hooks: () => ({
      storeOrders: (call) =>
        jsonResponse(
          200,
          [1n, 2n, 3n].map((id) => ({ id, petId: 7n, status: "placed" })),
          call,
        ),
    }),
  },
  "orders-unrouted": {
    title: "does not know store orders, with or without a key",
    ruling: [14, 17],
    warns: ["ORDERS-1"],
    hooks: (correct) => ({
      resolveRoute: (method, path) =>
        path === "/v1/store/orders" ? { kind: "unknown-path" } : correct.resolveRoute(method, path),
      gates: ({ hooks }) => [hooks.limitRate, hooks.checkRoute, hooks.authenticate],
    }),
  },
});

export default { ...ids, ...removed, ...orders };
