import { createServer as createPlain, type Socket } from "node:net";
import { createServer as createSecure } from "node:tls";
import { listenOnLoopback } from "./loopback-server.ts";

export interface ImapAttachment {
  /** As the Content-Disposition header writes it, e.g. filename*=UTF-8''... */
  readonly name: string;
  readonly type: string;
  readonly disposition: "attachment" | "inline";
  readonly bytes: Buffer;
}

export interface ImapServer {
  readonly port: number;
  /** Messages of INBOX by UID; each has a text and these attachments as the following parts. */
  readonly messages: Map<number, readonly ImapAttachment[]>;
  uid_validity: number;
  readonly commands: string[];
  /** Instead of the first part's content: a literal that never ends. */
  floods: boolean;
  close(): Promise<void>;
}

/** A small IMAP4rev1 server with one user, "bills" and "hemmelig", and one mailbox. */
export async function imapServer(tls?: { readonly key: string; readonly cert: string }): Promise<ImapServer> {
  const sockets = new Set<Socket>();
  const serveSocket = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    socket.write("* OK ready\r\n");
    let waiting = "";
    socket.on("data", (chunk: Buffer) => {
      const lines = `${waiting}${chunk.toString("utf8")}`.split("\r\n");
      waiting = lines.pop() ?? "";
      for (const line of lines) obey(site, socket, line);
    });
  };
  const server = tls === undefined ? createPlain(serveSocket) : createSecure(tls, serveSocket);
  const port = await listenOnLoopback(server);
  const site: ImapServer = {
    port,
    messages: new Map(),
    uid_validity: 1,
    commands: [],
    floods: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return site;
}

function obey(site: ImapServer, socket: Socket, line: string): void {
  const [tag = "", ...words] = line.split(" ");
  const rest = words.join(" ");
  site.commands.push(rest.startsWith("LOGIN") ? "LOGIN" : rest);
  const done = (text: string): boolean => socket.write(`${tag} ${text}\r\n`);
  if (rest === "CAPABILITY") {
    socket.write("* CAPABILITY IMAP4rev1\r\n");
    return void done("OK done");
  }
  if (rest.startsWith("LOGIN")) return void done(/^LOGIN "?bills"? "?hemmelig"?$/.test(rest) ? "OK in" : "NO no");
  if (/^(?:EXAMINE|SELECT) "?INBOX"?/.test(rest)) {
    const uids = [...site.messages.keys()];
    const next = Math.max(0, ...uids) + 1;
    socket.write(
      `* ${uids.length} EXISTS\r\n* OK [UIDVALIDITY ${site.uid_validity}] x\r\n* OK [UIDNEXT ${next}] x\r\n`,
    );
    return void done("OK [READ-ONLY] done");
  }
  if (/^(?:LIST|LSUB)/.test(rest)) {
    if (/"?INBOX"?$/.test(rest)) socket.write(`* ${words[0] ?? ""} () "/" INBOX\r\n`);
    return void done("OK done");
  }
  if (rest.startsWith("UID SEARCH")) {
    const from = Number(/(\d+):\*/.exec(rest)?.[1] ?? "1");
    const uids = [...site.messages.keys()].sort((left, right) => left - right);
    // RFC 9051: "n:*" holds the last message always.
    const found = uids.filter((uid, index) => uid >= from || index === uids.length - 1);
    socket.write(`* SEARCH${found.map((uid) => ` ${uid}`).join("")}\r\n`);
    return void done("OK done");
  }
  if (rest.startsWith("UID FETCH")) return fetch(site, socket, { tag, rest });
  if (/^(?:EXAMINE|SELECT)/.test(rest)) return void done("NO [NONEXISTENT] no such mailbox");
  return void done(rest === "LOGOUT" || rest === "NOOP" ? "OK done" : "BAD unknown");
}

function fetch(site: ImapServer, socket: Socket, { tag, rest }: { tag: string; rest: string }): void {
  const [, set = "", items = ""] = /^UID FETCH (\S+) (.*)$/.exec(rest) ?? [];
  for (const uid of set.split(",").map(Number)) {
    const attachments = site.messages.get(uid);
    if (attachments === undefined) continue;
    const seq = [...site.messages.keys()].indexOf(uid) + 1;
    const answers = [`UID ${uid}`, "RFC822.SIZE 1000"];
    if (items.includes("BODYSTRUCTURE")) answers.push(`BODYSTRUCTURE ${structure(attachments)}`);
    if (site.floods && items.includes("BODY.PEEK[2]")) {
      flood(socket, `* ${seq} FETCH (UID ${uid} BODY[2]<0> {4000000000}\r\n`);
      return;
    }
    for (const found of items.matchAll(/BODY\.PEEK\[(\d+)(\.MIME)?\](?:<(\d+)\.(\d+)>)?/g)) {
      const [, part = "", mime, start = "0", length = "0"] = found;
      const attachment = attachments[Number(part) - 2];
      if (attachment === undefined) continue;
      const text =
        mime === undefined
          ? encoded(attachment).slice(Number(start), Number(start) + Number(length))
          : header(attachment);
      const range = mime === undefined ? `<${start}>` : "";
      answers.push(`BODY[${part}${mime ?? ""}]${range} {${Buffer.byteLength(text)}}\r\n${text}`);
    }
    socket.write(`* ${seq} FETCH (${answers.join(" ")})\r\n`);
  }
  socket.write(`${tag} OK done\r\n`);
}

function flood(socket: Socket, start: string): void {
  const chunk = Buffer.alloc(1024 * 1024, "x");
  const go = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.write(start);
  socket.on("drain", go);
  go();
}

function structure(attachments: readonly ImapAttachment[]): string {
  const text = '("TEXT" "PLAIN" ("CHARSET" "utf-8") NIL NIL "7BIT" 5 1 NIL NIL NIL NIL)';
  const parts = attachments.map(({ type, name, disposition, bytes }) => {
    const [main = "", sub = ""] = type.split("/");
    const [field, value] = name.split("=");
    const size = encoded({ bytes }).length;
    return `("${main}" "${sub}" NIL NIL NIL "BASE64" ${size} NIL ("${disposition}" ("${field}" "${value}")) NIL NIL)`;
  });
  return `(${text}${parts.join("")} "MIXED" ("BOUNDARY" "b") NIL NIL NIL)`;
}

function header({ type, name, disposition }: ImapAttachment): string {
  const lines = [
    `Content-Type: ${type}`,
    "Content-Transfer-Encoding: base64",
    `Content-Disposition: ${disposition}; ${name}`,
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

function encoded({ bytes }: Pick<ImapAttachment, "bytes">): string {
  return bytes.toString("base64").replaceAll(/.{76}/g, "$&\r\n");
}
