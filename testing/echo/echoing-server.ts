import { type Listener, listen } from "../../reference-server/listen.ts";
import { createReferenceServer, type ServerRequest } from "../../reference-server/server.ts";
import type { FetchHandler } from "../../src/assembly/fetch-handler.ts";

/** Of a length at which a half of it is not looked for: what is left of a near-miss is found as a secret of its own. */
export const shortKey = "sk-Q7z+aB9xT5";
export const longKey = "sk-Echo/7+aB9&xQ2=zT5~rW8";

interface Echoed {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** The correct service, which repeats whatever it was sent to authenticate: in headers, and in the message of an error. */
function echoing(key: string): (request: ServerRequest) => Promise<Echoed> {
  const server = createReferenceServer({ now: () => Date.now(), keys: [key], plan: "none" });
  return async (request) => {
    const answer = await server.handle(request);
    if ("failure" in answer) throw new Error("the reference server lost a request");
    const sent = request.headers
      .filter(([name]) => /^(authorization|x-api-key|cookie)$/i.test(name))
      .map(([, value]) => value)
      .join(", ");
    const echoes = [
      ["X-Echo", sent],
      ["X-Echo-Base64", btoa(sent)],
      ["X-Echo-Backwards", [...sent].reverse().join("")],
    ] as const;
    const headers = [...answer.headers.filter(([name]) => !/^content-length$/i.test(name)), ...echoes];
    if (answer.status < 400) return { ...answer, headers };
    // Wrong in one member, so that findings repeat what was seen.
    const error = {
      ...JSON.parse(new TextDecoder().decode(answer.body)),
      status: `cannot use ${sent}`,
      message: `cannot use ${sent}`,
    };
    return { status: answer.status, headers, body: new TextEncoder().encode(JSON.stringify(error)) };
  };
}

export function echoingHandler(key: string): FetchHandler {
  const echo = echoing(key);
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const { status, headers, body } = await echo({
      method: request.method,
      target: pathname + search,
      headers: [...request.headers],
      body: new Uint8Array(await request.arrayBuffer()),
    });
    return new Response(new Uint8Array(body), {
      status,
      headers: headers.map(([name, value]) => [name, value]),
    });
  };
}

/** The same on a socket of this machine. */
export function startEchoingServer(key: string): Promise<Listener> {
  return listen({ handle: echoing(key) });
}

/** What of the key stands in a text: the key, what the suite sends in its place, and halves of a long one. */
export function leaksIn(text: string, key: string): string[] {
  const otherCase = [...key].map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join("");
  const values = {
    "the key": key,
    "the key without its end": key.slice(0, -4),
    "the key in another case": otherCase,
  };
  const half = Math.ceil(key.length / 2);
  const halves =
    half < 8 ? {} : { "the first half": key.slice(0, half), "the second half": key.slice(-half) };
  const found = (form: (value: string) => string) => (value: string) =>
    text.toLowerCase().includes(form(value).toLowerCase());
  const forms: Readonly<Record<string, (value: string) => boolean>> = {
    plain: found((value) => value),
    backwards: found((value) => [...value].reverse().join("")),
    "percent-encoded": found(encodeURIComponent),
    // Behind `Bearer `, less the end that depends on what follows.
    base64: (value) => text.includes(btoa(`Bearer ${value}`).slice(10, -4)),
  };
  return Object.entries({ ...values, ...halves }).flatMap(([what, value]) =>
    Object.entries(forms).flatMap(([form, isIn]) => (isIn(value) ? [`${what}, ${form}`] : [])),
  );
}
