import { servers } from "#reference-server/bed-server.ts";

export default servers({
  "no-version-in-the-base": {
    title: "lives at a base address without a version",
    fails: ["VERS-1"],
    idiom: "a gateway that strips the prefix",
    stage: { basePath: "/api" },
    hooks: (correct) => ({
      resolveRoute: (method, path) => correct.resolveRoute(method, path.replace(/^\/api(?=\/)/, "/v1")),
    }),
  },
  "version-in-front": {
    title: "lives at a base address with its version in front",
    fails: ["VERS-1"],
    stage: { basePath: "/v1/store" },
    hooks: (correct) => ({
      resolveRoute: (method, path) => correct.resolveRoute(method, path.replace(/^\/v1\/store(?=\/)/, "/v1")),
    }),
  },
});
