import { createReferenceServer, type ReferenceServerOptions } from "../../reference-server/server.ts";
import type { PlayOptions } from "../../src/proof/play.ts";

type Serve = NonNullable<PlayOptions["serve"]>;
type Line = readonly [name: string, value: string];

/** What a target adds to an answer: header lines, and what an Error of it says. */
interface Echo {
  readonly headers: readonly Line[];
  readonly code?: string;
  readonly message?: string;
}

const each = (text: string, form: (c: string, at: number) => string) => [...text].map(form).join("");
const hex = (c: string) => c.charCodeAt(0).toString(16).padStart(2, "0");
const base64 = (text: string) => Buffer.from(text).toString("base64");
const backwards = (text: string) => [...text].reverse().join("");

/** One character after another in another form. */
const mixed = (key: string) =>
  each(
    key,
    (c, at) => [c, `%${hex(c)}`, `&#${c.charCodeAt(0)};`, c.toUpperCase(), `\\x${hex(c)}`][at % 5] ?? c,
  );

/** Targets that repeat the key, by what they do with it. */
export const echoes: Readonly<Record<string, (key: string, sent: string) => Echo>> = {
  "in header fields": (key, sent) => ({
    headers: [
      ["X-Echo", sent],
      ["X-Echo-Key", key.slice(0, 4000)],
      ["X-Echo-Base64", base64(`Bearer ${key}`)],
      ["X-Echo-Backwards", backwards(key)],
      ["X-First-Half", key.slice(0, Math.ceil(key.length / 2))],
      ["X-Second-Half", key.slice(Math.ceil(key.length / 2))],
    ],
  }),
  "in the body of each error": (key, sent) => ({
    headers: [],
    code: key,
    message: `cannot use ${sent}, need ${key}`,
  }),
  "in other forms, mixed": (key, sent) => ({
    headers: [["WWW-Authenticate", `Basic realm="${base64(`me:${key}`)}"`]],
    code: `${backwards(key)}${key.slice(0, -3)}`,
    message: `${mixed(key)} ${base64(sent)} ${each(key, (c) => `${hex(c)} `)}${key}${key.toUpperCase()}${key.slice(3)}`,
  }),
};

/** The correct service, with an echo in its answers. */
export function echoingBed(echo: (key: string, sent: string) => Echo, key: string): Serve {
  return (options: ReferenceServerOptions) => {
    const server = createReferenceServer(options);
    const handle: typeof server.handle = async (request) => {
      const answer = await server.handle(request);
      if ("failure" in answer) return answer;
      const sent = request.headers.find(([name]) => /^authorization$/i.test(name))?.[1] ?? "";
      const { headers, code, message } = echo(key, sent);
      const body = Buffer.from(answer.body).toString("utf8");
      const said = { ...(code !== undefined && { code }), ...(message !== undefined && { message }) };
      const edited =
        answer.status < 400 || body === "" ? body : JSON.stringify({ ...JSON.parse(body), ...said });
      const others = answer.headers.filter(([name]) => !/^content-length$/i.test(name));
      return { ...answer, headers: [...others, ...headers], body: Buffer.from(edited) };
    };
    return { handle };
  };
}
