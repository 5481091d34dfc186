import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";

/** A delivery as it arrived, byte for byte. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What is answered; hang: nothing, until the sender gives up. */
export type Reply =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | "hang";

export interface WebhookReceiver {
  /** Ends in a slash: paths tell subscriptions apart. */
  readonly url: string;
  readonly received: Received[];
  /** How the following deliveries are answered; 204 at first. */
  reply(decide: (delivery: Received) => Reply | Promise<Reply>): void;
  /** Ends all connections, also those whose sender waits for an answer. */
  hangUp(): void;
  close(): Promise<void>;
}

/** A receiver on loopback. */
export async function webhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  let decide: (delivery: Received) => Reply | Promise<Reply> = () => ({ status: 204 });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const delivery = { path: request.url ?? "", headers: request.headers, body };
      received.push(delivery);
      void answer(response, decide(delivery));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${portOf(server)}/`,
    received,
    reply: (next) => {
      decide = next;
    },
    hangUp: () => server.closeAllConnections(),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function answer(response: ServerResponse, decided: Reply | Promise<Reply>): Promise<void> {
  const reply = await decided;
  if (reply !== "hang") response.writeHead(reply.status, reply.headers).end(reply.body);
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the receiver has no port");
  return address.port;
}
