import { servers } from "#reference-server/bed-server.ts";
import { around, replaced } from "#reference-server/fault-parts.ts";
import { leadsTo } from "#reference-server/hooks/call.ts";
import { Refusal } from "#reference-server/refusal.ts";

export default servers({
  "orders-missing": {
    title: "does not know store orders",
    warns: ["ORDERS-1"],
    hooks: around("resolveRoute", (correctly, method, path) =>
      path === "/v1/store/orders" ? { kind: "unknown-path" } : correctly(method, path),
    ),
  },
  "orders-not-allowed": {
    title: "answers 405 to GET on store orders",
    warns: ["ORDERS-1"],
    hooks: around("resolveRoute", (correctly, method, path) =>
      path === "/v1/store/orders" ? { kind: "unknown-method", allow: ["POST"] } : correctly(method, path),
    ),
  },
  "orders-not-implemented": {
    title: "answers 501 on store orders",
    warns: ["ORDERS-1"],
    idiom: "stub left in place",
    hooks: replaced("storeOrders", () => {
      throw new Refusal(501, "not implemented");
    }),
  },
  "orders-500": {
    title: "fails with 500 on store orders",
    warns: ["ORDERS-1"],
    hooks: replaced("storeOrders", () => {
      throw new Error("relation orders does not exist");
    }),
  },
  "orders-other-key": {
    title: "rejects on store orders a key that works elsewhere",
    warns: ["ORDERS-1"],
    untested: ["ORDERS-2"],
    idiom: "each service with its own list of keys",
    hooks: () => ({ storeOrders: (call) => call.hooks.unauthorized(call) }),
  },
  "orders-without-key": {
    title: "answers store orders to anyone",
    fails: ["ORDERS-2"],
    idiom: "middleware that skips one router",
    hooks: around("authenticate", (correctly, call) =>
      leadsTo(call, "storeOrders") ? undefined : correctly(call),
    ),
  },
});
