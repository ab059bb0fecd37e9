import {
  conforming,
  type HostileCases,
  type HostileTarget,
  unreachable,
  waitingMs,
} from "../hostile-case.ts";
import { petstore } from "../petstore.ts";
import { always } from "../writing.ts";

const timeoutMs = waitingMs;
const established = "HTTP/1.1 200 Connection established\r\n\r\n";

function proxy(does: string, hostility: HostileTarget["hostility"], says: string): HostileTarget {
  return { does, hostility, isProxy: true, expect: unreachable(says) };
}

/** One that keeps the run waiting. */
function slowProxy(...given: Parameters<typeof proxy>): HostileTarget {
  return { ...proxy(...given), timeoutMs };
}

/** A proxy between that fails. */
export const proxies: HostileCases = {
  "proxy-silent": slowProxy(
    "never answers CONNECT",
    () => ({ onRequest: () => undefined }),
    "no connection came about",
  ),
  "proxy-407": proxy(
    "wants a password",
    () => always("HTTP/1.1 407 Who\r\nContent-Length: 0\r\n\r\n"),
    "407",
  ),
  "proxy-502": proxy(
    "answers CONNECT with 502",
    () => always("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"),
    "502",
  ),
  "proxy-200-as-get": proxy(
    "answers CONNECT with a page",
    () => always("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
    "proxy",
  ),
  "proxy-resets": proxy(
    "resets the connection",
    () => ({ onRequest: (socket) => void socket.resetAndDestroy() }),
    "proxy",
  ),
  "proxy-noise": proxy("answers CONNECT with noise", () => always("\0\x01\x02nonsense"), "proxy"),
  "proxy-endless-head": proxy(
    "answers CONNECT with headers without end",
    () => always(`HTTP/1.1 200 OK\r\n${"X-A: b\r\n".repeat(20_000)}`),
    "proxy",
  ),
  "proxy-tunnel-dies": proxy(
    "opens the tunnel and resets it on the first request",
    () => ({
      onRequest: (socket, { kth }) =>
        kth === 1 ? void socket.write(established) : void socket.resetAndDestroy(),
    }),
    "reset",
  ),
  "proxy-sound": {
    does: "opens the tunnel, behind which a correct service stands",
    hostility: () => {
      const service = petstore();
      return {
        onRequest: (socket, request, clock) =>
          request.head.startsWith("CONNECT ")
            ? void socket.write(established)
            : service.onRequest?.(socket, request, clock),
      };
    },
    isProxy: true,
    expect: conforming,
  },
};
