import { conforming, type HostileCase, unreachable, waitingMs } from "../hostile-case.ts";
import { petstore } from "../petstore.ts";
import { always } from "../writing.ts";

const timeoutMs = waitingMs;
const established = "HTTP/1.1 200 Connection established\r\n\r\n";

function proxy(id: string, does: string, hostility: HostileCase["hostility"], says: string): HostileCase {
  return { id, does, hostility, isProxy: true, expect: unreachable(says) };
}

/** One that keeps the run waiting. */
function slowProxy(...given: Parameters<typeof proxy>): HostileCase {
  return { ...proxy(...given), timeoutMs };
}

/** A proxy between that fails. */
export const proxies: readonly HostileCase[] = [
  slowProxy(
    "proxy-silent",
    "never answers CONNECT",
    () => ({ onRequest: () => undefined }),
    "no connection came about",
  ),
  proxy(
    "proxy-407",
    "wants a password",
    () => always("HTTP/1.1 407 Who\r\nContent-Length: 0\r\n\r\n"),
    "407",
  ),
  proxy(
    "proxy-502",
    "answers CONNECT with 502",
    () => always("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"),
    "502",
  ),
  slowProxy(
    "proxy-200-as-get",
    "answers CONNECT with a page",
    () => always("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
    "",
  ),
  proxy(
    "proxy-resets",
    "resets the connection",
    () => ({ onRequest: (socket) => void socket.resetAndDestroy() }),
    "proxy",
  ),
  proxy("proxy-noise", "answers CONNECT with noise", () => always("\0\x01\x02nonsense"), "proxy"),
  proxy(
    "proxy-endless-head",
    "answers CONNECT with headers without end",
    () => always(`HTTP/1.1 200 OK\r\n${"X-A: b\r\n".repeat(20_000)}`),
    "proxy",
  ),
  proxy(
    "proxy-tunnel-dies",
    "opens the tunnel and resets it on the first request",
    () => ({
      onRequest: (socket, { kth }) =>
        kth === 1 ? void socket.write(established) : void socket.resetAndDestroy(),
    }),
    "reset",
  ),
  {
    id: "proxy-sound",
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
];
