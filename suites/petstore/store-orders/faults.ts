import { alike } from "#reference-server/bed-server.ts";
import { around, counting, crashing, instead, keeping, rejecting } from "#reference-server/fault-parts.ts";
import { leadsTo, type Route } from "#reference-server/hooks/call.ts";

const leading = (to: Route) =>
  instead("resolveRoute", (_, path) => (path === "/v1/store/orders" ? to : undefined));

export default alike({ warns: ["ORDERS-1"] })({
  "orders-missing": {
    title: "does not know store orders",
    hooks: leading({ kind: "unknown-path" }),
  },
  "orders-not-allowed": {
    title: "answers 405 to GET on store orders",
    hooks: leading({ kind: "unknown-method", allow: ["POST"] }),
  },
  "orders-not-implemented": {
    title: "answers 501 on store orders",
    idiom: "stub left in place",
    hooks: rejecting("storeOrders", 501, "not implemented"),
  },
  "orders-500": {
    title: "fails with 500 on store orders",
    hooks: crashing("storeOrders"),
  },
  "orders-other-key": {
    title: "rejects on store orders a key that works elsewhere",
    untested: ["ORDERS-2"],
    idiom: "each service with its own list of keys",
    hooks: () => ({ storeOrders: (call) => call.hooks.unauthorized(call) }),
  },
  "orders-once": {
    title: "rejects on store orders a key that it has seen there before",
    profile: "thorough",
    idiom: "token that counts as spent where it was used",
    hooks: counting("storeOrders", (nth, correctly, call) =>
      nth > 1 ? call.hooks.unauthorized(call) : correctly(call),
    ),
  },
  "orders-500-after-create": {
    title: "fails with 500 on store orders once an animal was added",
    profile: "thorough",
    idiom: "join over a column that is still null",
    hooks: keeping("storeOrders", { before: undefined as number | undefined }, (kept, correctly, call) => {
      kept.before ??= call.state.store.entries.length;
      if (call.state.store.entries.length > kept.before) throw new Error("category of the order is null");
      return correctly(call);
    }),
  },
  "orders-without-key": {
    title: "answers store orders to anyone",
    warns: [],
    fails: ["ORDERS-2"],
    idiom: "middleware that skips one router",
    hooks: around("authenticate", (correctly, call) =>
      leadsTo(call, "storeOrders") ? undefined : correctly(call),
    ),
  },
});
