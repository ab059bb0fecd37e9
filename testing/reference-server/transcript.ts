import type { Stage } from "../../reference-server/bed-server.ts";
import type { Hooks } from "../../reference-server/hooks/hooks.ts";
import type { HeaderLine } from "../../reference-server/message.ts";
import { NoAnswer } from "../../reference-server/refusal.ts";
import { authorized, converse, jsonLabel, validKey } from "./talk.ts";

/** For tests: everything that a server answers to one long conversation, as text. */
export async function transcript(stage: Stage, hooks: Partial<Hooks>): Promise<readonly string[]> {
  const { basePath = "/v1", ...options } = stage;
  const { send, clock, server } = converse({ ...options, hooks });
  const lines: string[] = [];
  const say = async (
    method: string,
    path: string,
    headers: readonly HeaderLine[],
    body: Uint8Array | string = "",
  ) => {
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    try {
      const answer = await send(method, basePath + path, { headers, body: bytes });
      lines.push(
        `${method} ${path} ${answer.status} ${answer.headers.join(" | ")} ${new TextDecoder().decode(answer.body)}`,
      );
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      lines.push(`${method} ${path} ${error.kind}`);
    }
    clock.nowMs += 20;
  };

  for (const query of queries) await say("GET", `/pets${query}`, acceptsGzip);
  const last = server.inspect().pets.at(-1)?.id ?? 1n;
  for (const step of [1n, 2n]) await say("GET", `/pets/${last + step}`, authorized);
  for (const body of [...bodies, ...bodies.slice(0, 3)])
    await say("POST", "/pets", [...authorized, jsonLabel], body);
  const known = server.inspect().pets;
  await say(
    "POST",
    "/pets",
    [...authorized, jsonLabel],
    `{"id":${known[1]?.id ?? 1},"name":"i","categoryId":1}`,
  );
  for (const label of labels) await say("POST", "/pets", [...authorized, ...label], bodies[0]);
  const ids = [known[0]?.id, known[1]?.id, known.at(-1)?.id].map((id) => String(id ?? 1));
  const unusual = [/[^ -~]/, /.{64}/].map((like) =>
    String(known.find((pet) => like.test(pet.name))?.id ?? 1),
  );
  const next = String(BigInt(ids[2] ?? "1") + 1n);
  const own = BigInt(ids[0] ?? "1");
  const shifted = [own + 2n ** 32n, own - 2n ** 64n, -own].map(String);
  const madeFrom = [`${ids[0]}abc`, `${ids[0]}.5`, `x${ids[0]}`, next, ...shifted];
  const twin = known.find(({ name }) => name === known.at(-1)?.name);
  const named = [
    encodeURIComponent(known[0]?.name ?? ""),
    String(twin?.id ?? 1),
    String(last + 1n),
    String(last + 2n),
  ];
  for (const id of [...ids, ...named, ...unusual, ...madeFrom, ...oddIds, ids.at(-1)])
    await say("GET", `/pets/${id}`, authorized);
  for (const query of queries) await say("GET", `/pets${query}`, authorized);
  await say("GET", "/store/orders", authorized);
  for (const token of tokens) await say("GET", "/pets", [["Authorization", `Bearer ${token}`]]);
  for (const key of keys) {
    await say("GET", "/pets", key);
    for (const query of ["?limit=0", "?limit=abc", "?status=lost"]) await say("GET", `/pets${query}`, key);
    await say("POST", "/pets", [...key, ["Content-Type", "text/plain"]], bodies[0]);
    await say("POST", "/pets", [...key, jsonLabel], bodies[0]);
    await say("POST", "/pets", [...key, jsonLabel], "{");
    for (const id of [ids[0], next, "abc"]) await say("GET", `/pets/${id}`, key);
    await say("GET", "/store/orders", key);
  }
  for (const wait of [0, 1_000, 60_000]) {
    clock.nowMs += wait;
    for (let sent = 0; sent < (wait === 0 ? 70 : 3); sent += 1) await say("GET", "/pets?limit=1", authorized);
  }
  for (const query of queries) await say("GET", `/pets${query}`, authorized);
  await say("GET", `/pets/${last + 2n}`, authorized);
  return [...lines, String(server.inspect().pets.length)];
}

const acceptsGzip: readonly HeaderLine[] = [...authorized, ["Accept-Encoding", "gzip"]];

const limits = ["1", "2", "3", "20", "99", "100", "101", "1000", "0", "-1", "abc", "1.5", ""];
const statuses = ["available", "pending", "sold", "SOLD", "lost", ""];
const queries = [
  "",
  ...limits.map((limit) => `?limit=${limit}`),
  ...statuses.map((status) => `?status=${status}&limit=100`),
  "?limit=12",
  // What a wrong one leaves behind shows in the next.
  ...["0", "abc", "101"].flatMap((limit) => [`?limit=${limit}`, ""]),
  "?status=available",
  "?limit=2&status=sold",
  "?status=sold&limit=1000",
  "?status=lost&limit=1",
  "?status=pending&limit=20",
  "?status=pending&limit=3",
  "?status=sold%00",
];

const name = '"a-BI \\"<&>\' + %41 \\\\ é 小 😀 of more than forty characters"';
const bodies: readonly (string | Uint8Array)[] = [
  `{"name":${name},"categoryId":1,"status":"pending"}`,
  '{"name":"b","categoryId":2}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the name of a pet that looks like a template
  '{"name":"${b} {{c}}","categoryId":2}',
  '{"name":"=1","categoryId":2}',
  '{"name":"b","categoryId":9007199254740993,"status":"sold"}',
  '{"name":" e\\u0301 ","categoryId":-5,"x":1}',
  '{"name":"","categoryId":0}',
  '{"name":"\\u0000","categoryId":1}',
  `{"name":"${"n".repeat(300)}","categoryId":1}`,
  ...['"1"', "null", "1.5", "true", "9223372036854775808", "01", "NaN", "+1", "1.00000000000000000001"].map(
    (category) => `{"name":"c","categoryId":${category}}`,
  ),
  ...["1", "null", "true", "[]", '["a"]', "{}"].map((odd) => `{"name":${odd},"categoryId":1}`),
  ...["1", "null", "true", '"lost"', '"SOLD"', '" sold "', '""'].map(
    (status) => `{"name":"s","categoryId":1,"status":${status}}`,
  ),
  '{"name":"(#1)*","categoryId":1,"status":"sol"}',
  '{"name":"(#1)*","categoryId":1}',
  '{"name":"\\ud83d\\ude00","categoryId":1}',
  '{"name":"two  blanks \\"q\\" -- ... \\u00a0","categoryId":9223372036854775807}',
  '{"name":"a"}',
  '{"categoryId":1}',
  "{}",
  '{"status":"sold"}',
  '{"name":1,"categoryId":"1"}',
  '{"name":1,"categoryId":"1","status":"lost"}',
  '{"pet":{"name":"a","categoryId":1}}',
  '{"data":{"attributes":{"name":"a","categoryId":1}}}',
  '[{"name":"a","categoryId":1},{"name":"b","categoryId":1}]',
  '{"name":"m","category":{"id":1},"category_id":1}',
  '{"name":"m","category":{"id":1},"category_id":1}',
  '{"name":"m","categoryId":1}',
  ...[
    "1.0",
    "10E-1",
    "1e400",
    "18446744073709551617",
    "-1.5",
    "0.5",
    "1.0000001",
    '"abc"',
    '"1a"',
    '" "',
  ].map((category) => `{"name":"c","categoryId":${category}}`),
  ...['{"id":1}', "2147483648", "9007199254740992", "1099511627776"].map(
    (category) => `{"name":"c","categoryId":${category}}`,
  ),
  '{"name":{"name":"a"},"categoryId":1}',
  ...['{"value":"sold"}', "{}", '"Sold"', '"sold\\n"', '" sold"', '"unsold"', '"1"'].map(
    (status) => `{"name":"s","categoryId":1,"status":${status}}`,
  ),
  '{"name":"\\/","categoryId":1,"st\\u0061tus":"\\u0073old"}',
  '{"name":"not sold","categoryId":1,"status":"pending"}',
  '{"name":"0","categoryId":1}',
  '{"name":"null","categoryId":1}',
  '{"name":"x 007 1.50","categoryId":1}',
  '{"name":"s","categoryId":1,"status":"constructor"}',
  "[".repeat(1000) + "]".repeat(1000),
  '{"name":"t","name":"t","categoryId":1}',
  '{"name":"t","categoryId":1,"__proto__":{},"hasOwnProperty":1}',
  `{"name":"t","categoryId":1,"x":${"[".repeat(400)}${"]".repeat(400)}}`,
  '{"name":"%s \\\\n &#39; \\u200c \u00df \ud83c\udde8\ud83c\udded","categoryId":1}',
  "",
  "null",
  "[]",
  '[{"name":"a","categoryId":1}]',
  '"{\\"name\\":\\"a\\",\\"categoryId\\":1}"',
  "nope",
  "name=a&categoryId=1",
  '{"name":"a","categoryId":1,}',
  "{'name':'a','categoryId':1}",
  '{"name":"a","categoryId":1} x',
  '{"name":"a",/* */"categoryId":1}',
  '{"NAME":"a","CategoryId":1}',
  new Uint8Array([...new TextEncoder().encode('{"categoryId":1,"name":"'), 0xff, 0x22, 0x7d]),
];

const labels: readonly (readonly HeaderLine[])[] = [
  [],
  [["Content-Type", "text/plain"]],
  [["Content-Type", "Application/JSON"]],
  [["Content-Type", "application/json; charset=utf-8"]],
  [["Content-Type", "multipart/form-data"]],
];

const oddIds = [
  "0",
  "-1",
  "abc",
  "1.5",
  "9223372036854775808",
  "18446744073709551616",
  "-9223372036854775808",
];

const tokens = [
  ..."constructor undefined null % ' cl\u00e9".split(" "),
  "[object Object]",
  "5f".repeat(1000),
  "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.",
];

const authorizations = [
  "Bearer wrong",
  "Bearer",
  "Bearer ",
  `Bearer ${validKey}more`,
  `Bearer ${validKey.slice(0, -4)}`,
  `Bearer ${validKey.toUpperCase()}`,
  `Bearer ${validKey} more`,
  `bearer ${validKey}`,
  `Basic ${validKey}`,
  validKey,
];
const keys: readonly (readonly HeaderLine[])[] = [
  [],
  ...authorizations.map((value) => [["Authorization", value] as const]),
  [["X-API-Key", validKey]],
];
