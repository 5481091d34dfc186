import { request } from "node:http";
import type { Socket } from "node:net";
import { SafeFetchError } from "./safe-fetch-types.ts";
import type { Target } from "./untrusted-url.ts";

/** What a filtering proxy answers when its own rules refuse the target. */
const REFUSALS: ReadonlySet<number> = new Set([403, 407]);

/**
 * Opens a tunnel to the target through the operator's forward proxy (RFC 9110 9.3.6). The proxy resolves the name, so it
 * must refuse private addresses itself. The socket has an error listener.
 * @throws SafeFetchError blocked when the proxy refuses, connect when there is no tunnel, or the reason of `signal`
 */
export function openTunnel(proxy: URL, target: Target, signal: AbortSignal): Promise<Socket> {
  const authority = `${target.url.hostname}:${target.port}`;
  return new Promise((resolve, reject) => {
    const asked = request({
      host: proxy.hostname.replace(/^\[|\]$/g, ""),
      port: proxy.port === "" ? 80 : Number(proxy.port),
      method: "CONNECT",
      path: authority,
      headers: { host: authority, ...authorization(proxy) },
      agent: false,
      signal,
    });
    asked.on("error", (error) =>
      reject(signal.aborted ? signal.reason : noTunnel("the proxy cannot be reached", error)),
    );
    asked.once("connect", (response, socket, early) => {
      socket.on("error", () => undefined);
      const status = response.statusCode ?? 0;
      if (status >= 200 && status < 300 && !signal.aborted) {
        // A TLS server waits for the client: what came early would be somebody else's words.
        if (early.length === 0) return resolve(socket);
      }
      socket.destroy();
      reject(signal.aborted ? signal.reason : refusedBy(status));
    });
    asked.end();
  });
}

function authorization({ username, password }: URL): Record<string, string> {
  if (username === "" && password === "") return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` };
}

function refusedBy(status: number): SafeFetchError {
  return REFUSALS.has(status)
    ? new SafeFetchError("blocked", `the outgoing proxy refused the address (${status})`, { address: null })
    : noTunnel(`the outgoing proxy made no connection (${status})`);
}

function noTunnel(message: string, cause?: Error): SafeFetchError {
  return new SafeFetchError("connect", message, { address: null, cause });
}
