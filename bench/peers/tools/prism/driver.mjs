// Starts Prism as a validating proxy, sends the requests of requests.ts through it, and ends with 1 where a status is not the expected one or
// where Prism reports a violation by the server (header sl-violations, on a response).
import { spawn } from "node:child_process";
import { requests } from "../requests.ts";

const [prism, target, seeded] = process.argv.slice(2);
const key = process.env.PETSTORE_API_KEY;
const child = spawn(
  process.execPath,
  [prism, "proxy", "openapi.json", target, "--port", "0", "--validate-request", "false"],
  { stdio: ["ignore", "pipe", "inherit"] },
);
const url = await new Promise((resolve, reject) => {
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
    const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
    if (found && said.includes("listening")) resolve(found);
  });
  child.on("exit", () => reject(new Error(said)));
});

const schemes = {
  none: {},
  wrong: { Authorization: "Bearer wrong-key" },
  basic: { Authorization: `Basic ${btoa(`user:${key}`)}` },
};
let created = seeded;
let failed = 0;
for (const { name, method = "GET", path, authorization, body, status } of requests) {
  const headers = {
    ...(schemes[authorization] ?? { Authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
  };
  const answer = await fetch(url + path.replace("{seeded}", seeded).replace("{created}", created), {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch((error) => error);
  if (answer instanceof Error) {
    failed += 1;
    process.stdout.write(`${name}: ${answer.cause?.message ?? answer.message}\n`);
    continue;
  }
  const text = await answer.text();
  const violations = JSON.parse(answer.headers.get("sl-violations") ?? "[]").filter(
    ({ location, severity }) => location[0] === "response" && severity === "Error",
  );
  if (answer.status === 201) created = /"id"\s*:\s*(-?\d+)/.exec(text)?.[1] ?? created;
  if (
    (status === "4xx" ? answer.status >= 400 && answer.status < 500 : answer.status === status) &&
    violations.length === 0
  )
    continue;
  failed += 1;
}
const ended = new Promise((resolve) => child.removeAllListeners("exit").on("exit", resolve));
child.kill();
await ended;
process.stdout.write(`${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
