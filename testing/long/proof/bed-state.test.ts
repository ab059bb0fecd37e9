import { expect, test } from "vitest";
import { stageKey } from "#proof/bed.ts";
import { play } from "#proof/play.ts";
import type { Stage } from "#reference-server/bed-server.ts";
import type { Hooks } from "#reference-server/hooks/call.ts";
import { NoAnswer } from "#reference-server/refusal.ts";
import {
  correctHooks,
  createReferenceServer,
  type ReferenceServerOptions,
  type ServerRequest,
} from "#reference-server/server.ts";
import { correct, prepared, servers } from "#testing/proof/bed.ts";

const key = "bed-state-key-5f2c9a";
const decoder = new TextDecoder();

interface Sent {
  readonly atMs: number;
  readonly request: ServerRequest;
}

function once<Made>(make: (stage: Stage) => Promise<Made>): typeof make {
  const known = new Map<string, Promise<Made>>();
  return (stage) => {
    const made = known.get(stageKey(stage)) ?? make(stage);
    known.set(stageKey(stage), made);
    return made;
  };
}

/** What a thorough run sends to the correct server on a stage; then, as no run does, wrong keys in a row, and many requests in a back-off. */
const conversationOn = once(async (stage): Promise<readonly Sent[]> => {
  const given = { ...prepared, options: { profile: "thorough" }, key } as const;
  const sent: Sent[] = [];
  const serve = (options: ReferenceServerOptions) => {
    const server = createReferenceServer(options);
    return {
      handle: (request: ServerRequest) => {
        sent.push({ atMs: options.now(), request });
        return server.handle(request);
      },
    };
  };
  await play({ ...correct, stage }, { ...given, serve });
  const atMs = sent.at(-1)?.atMs ?? 0;
  const list = (token: string): Sent => {
    const headers = [["Authorization", `Bearer ${token}`]] as const;
    return { atMs, request: { method: "GET", target: "/v1/pets", headers, body: new Uint8Array() } };
  };
  return [...sent, ...Array<Sent>(8).fill(list("wrong")), ...Array<Sent>(80).fill(list(key))];
});

/** Everything that a server answers to it. */
async function transcript(stage: Stage, hooks: Partial<Hooks>): Promise<readonly string[]> {
  let nowMs = 0;
  const server = createReferenceServer({ ...stage, now: () => nowMs, keys: [key], hooks });
  const lines: string[] = [];
  for (const { atMs, request } of await conversationOn(stage)) {
    nowMs = atMs;
    try {
      const { status, headers, body } = await server.handle(request);
      lines.push(`${status} ${headers.join(" | ")} ${decoder.decode(body)}`);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      lines.push(error.kind);
    }
  }
  return lines;
}

const correctTranscript = once((stage) => transcript(stage, {}));

test("the correct server's conversation is the same each time", async () => {
  expect(await transcript({}, {})).toEqual(await correctTranscript({}));
});

test.each(servers.map((server) => [server.kind, server.id, server] as const))(
  "the %s %s changes an answer, and keeps its state to one server",
  async (kind, _id, { stage = {}, hooks }) => {
    const first = await transcript(stage, hooks(correctHooks));
    // A variant may be no more than a stage.
    expect(first).not.toEqual(await correctTranscript(kind === "fault" ? stage : {}));
    expect(await transcript(stage, hooks(correctHooks))).toEqual(first);
  },
);
