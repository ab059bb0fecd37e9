import { isDeepStrictEqual } from "node:util";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import {
  createReferenceServer,
  type ReferenceServerOptions,
  type ServerRequest,
  type ServerResponse,
} from "#reference-server/server.ts";
import { type Player, type PlayOptions, play, serverOptionsOf } from "./play.ts";

/** A run of a correct server, and what it was asked and answered, in order. */
export interface Tape {
  readonly run: Redacted<Run>;
  readonly answers: readonly TapedAnswer[];
}

interface TapedAnswer {
  readonly atMs: number;
  readonly request: ServerRequest;
  readonly response: Promise<ServerResponse>;
}

/** Plays a correct server, which answers every request, and keeps its answers. */
export async function playOnTape(player: Player, given: PlayOptions): Promise<Tape> {
  const answers: TapedAnswer[] = [];
  const serve = (options: ReferenceServerOptions) => {
    const server = createReferenceServer(options);
    return {
      handle: (request: ServerRequest) => {
        const response = server.handle(request);
        answers.push({ atMs: options.now(), request, response });
        return response;
      },
    };
  };
  return { run: await play(player, { ...given, serve }), answers };
}

/**
 * Whether a server gives the same answers to the same requests at the same times. If it does, playing it with the same options gives
 * the run on the tape, since a run depends on nothing else.
 */
export async function answersAsTaped(
  { answers }: Tape,
  player: Player,
  given: PlayOptions,
): Promise<boolean> {
  const options = serverOptionsOf(player, given);
  let nowMs = options.startsAtMs;
  const server = createReferenceServer({ ...options, now: () => nowMs });
  for (const { atMs, request, response } of answers) {
    nowMs = atMs;
    const answer = await server.handle(request).catch(() => undefined);
    if (!isDeepStrictEqual(answer, await response)) return false;
  }
  return true;
}
