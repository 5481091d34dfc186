import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A message as it came over the wire. */
export interface ReceivedMail {
  readonly from: string;
  readonly recipients: readonly string[];
  readonly is_encrypted: boolean;
  readonly user: string | undefined;
  /** Header lines, unfolded. */
  readonly headers: readonly string[];
  readonly body: string;
}

export interface MailServer {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  close(): Promise<void>;
}

/** A mail server on loopback; everybody may send, without TLS, unless the options say otherwise. */
export async function mailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    logger: false,
    disableReverseLookup: true,
    onData(stream, { envelope, secure, user }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const message = Buffer.concat(chunks).toString("utf8");
        const end = message.indexOf("\r\n\r\n");
        received.push({
          from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
          recipients: envelope.rcptTo.map(({ address }) => address),
          is_encrypted: secure,
          user,
          headers: message
            .slice(0, end)
            .replaceAll(/\r\n[ \t]+/g, " ")
            .split("\r\n"),
          body: message.slice(end + 4),
        });
        done();
      });
    },
    ...options,
  });
  // What a client does to its connection is the client's failure, which is what tests look at.
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  // A listening TCP server has an address object.
  const { port } = server.server.address() as AddressInfo;
  return { port, received, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
