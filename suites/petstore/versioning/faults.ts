import { alike } from "#reference-server/bed-server.ts";
import { around } from "#reference-server/fault-parts.ts";

export default alike({ fails: ["VERS-1"] })({
  "no-version-in-the-base": {
    title: "lives at a base address without a version",
    idiom: "a gateway that strips the prefix",
    stage: { basePath: "/api" },
    hooks: around("resolveRoute", (correctly, method, path) =>
      correctly(method, path.replace(/^\/api(?=\/)/, "/v1")),
    ),
  },
  "version-in-front": {
    title: "lives at a base address with its version in front",
    stage: { basePath: "/v1/store" },
    hooks: around("resolveRoute", (correctly, method, path) =>
      correctly(method, path.replace(/^\/v1\/store(?=\/)/, "/v1")),
    ),
  },
});
