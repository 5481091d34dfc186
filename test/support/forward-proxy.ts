import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";

/** A forward proxy on loopback that tunnels every CONNECT to one port of this machine, or refuses with a status. */
export interface ForwardProxy {
  readonly url: string;
  /** Targets asked for so far, and what came as Proxy-Authorization. */
  readonly asked: { readonly target: string; readonly authorization: string | undefined }[];
  /** Answers from now on: a status, or the port that tunnels lead to. */
  answerWith(answer: { readonly status: number } | { readonly port: number } | "silence"): void;
  close(): Promise<void>;
}

export async function forwardProxy(): Promise<ForwardProxy> {
  const asked: ForwardProxy["asked"] = [];
  const open = new Set<Duplex>();
  let answer: Parameters<ForwardProxy["answerWith"]>[0] = { status: 502 };
  const server = createServer();
  server.on("connect", (request, client) => {
    open.add(client);
    client.on("error", () => undefined).on("close", () => open.delete(client));
    asked.push({ target: request.url ?? "", authorization: request.headers["proxy-authorization"] });
    if (answer === "silence") return;
    if ("status" in answer) {
      client.end(`HTTP/1.1 ${answer.status} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const upstream = connect(answer.port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on("error", () => client.destroy());
    client.on("close", () => upstream.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    answerWith(next) {
      answer = next;
    },
    async close() {
      for (const client of open) client.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
