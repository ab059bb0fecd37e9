import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listening } from "#core/exchange/transport/private-host.ts";
import { sha256 } from "#report/html/html.ts";
import type { Means } from "./actions.ts";
import { Bench, ownFault } from "./bench.ts";
import { pageOf, pageText, problem, workbenchScript, workbenchStyle } from "./pages/parts.ts";
import { liveFragments } from "./pages/start-pages.ts";
import { admit, originOf, RequestError } from "./request.ts";
import { answerTo } from "./routes.ts";

/** Nothing is loaded from elsewhere; a page has no style but its own, and no script stands in it. */
const policy = [
  "default-src 'none'",
  `style-src '${sha256(workbenchStyle)}'`,
  "script-src 'self'",
  "connect-src 'self'",
  "img-src data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const always = {
  "Content-Security-Policy": policy,
  "X-Content-Type-Options": "nosniff",
  // With `no-referrer` a form would be posted with the origin "null".
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** How long a request may take to come whole, or a connection to send one: whoever opens it may not have the token. */
export const longestComingMs = 4000;

/** Opens the workbench on a port of 127.0.0.1; 0 takes a free one. @throws where the port cannot be opened */
export async function startWorkbench(means: Means, port: number, comingMs = longestComingMs) {
  const bench = new Bench(means);
  const place = { host: "", token: randomBytes(24).toString("base64url") };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const admitted = admit(request, place);
    if (!admitted.isAdmitted) {
      response.setHeader("Connection", "close");
      return sendText(response, admitted.status, "text/plain", `${admitted.why}\n`);
    }
    const { path, query } = admitted;
    if (path === "live") {
      const fragments = bench.current === undefined ? null : liveFragments(bench.current, Date.now());
      return sendText(response, 200, "application/json", JSON.stringify(fragments));
    }
    if (path === "script.js") return sendText(response, 200, "text/javascript", workbenchScript);
    const done = await answerTo(request, path, query, bench).catch((error) => problemPage(error, means));
    if (typeof done === "string") response.writeHead(303, { ...always, Location: done }).end();
    else {
      const pieces = await Array.fromAsync(pageText(done));
      sendText(response, done.status ?? 200, "text/html", pieces.join(""));
    }
  };

  const bounds = {
    headersTimeout: comingMs,
    requestTimeout: comingMs,
    connectionsCheckingInterval: Math.ceil(comingMs / 8),
  };
  const server = createServer(bounds, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      means.messageOf(error);
      response.destroy();
    });
  });
  server.maxConnections = 64;
  place.host = await listening(server, port, "127.0.0.1");
  return {
    url: `${originOf(place)}/${place.token}/`,
    close: async (): Promise<void> => {
      await bench.end();
      await bench.reference?.close();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

function problemPage(error: unknown, means: Means) {
  const message = means.messageOf(error);
  const status = error instanceof RequestError ? error.status : message === undefined ? 500 : 422;
  return { ...pageOf("", "That was not done", problem(message ?? ownFault)), status } as const;
}

function sendText(response: ServerResponse, status: number, type: string, text: string): void {
  const headers = { ...always, "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "no-store" };
  response.writeHead(status, headers).end(text);
}
