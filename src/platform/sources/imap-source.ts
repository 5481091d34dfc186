import { ImapFlow, type FetchMessageObject, type MessageStructureObject } from "imapflow";
import { isIP } from "node:net";
import {
  SOURCE_FILE_BYTES_MAX,
  SOURCE_PAGE_ITEMS_MAX,
  type SourceAccess,
  type SourceConnector,
  SourceError,
  type SourceFile,
} from "../../core/source-connector.ts";
import { isLocalHost } from "../outbound/egress-socket.ts";
import { tooLarge } from "./folder-source.ts";
import { connectionFailure, type SourceDependencies } from "./source-dependencies.ts";

type ImapAccess = Extract<SourceAccess, { kind: "imap" }>;

const IMAP_PORTS = [993, 143];
const MESSAGES_PER_PAGE = 20;
const PARTS_MAX = SOURCE_PAGE_ITEMS_MAX / MESSAGES_PER_PAGE;
const TIMEOUT_MS = 30_000;
/** Base64 of the largest document, and what comes with it. */
const ANSWER_BYTES_MAX = 3 * SOURCE_FILE_BYTES_MAX;
const WATCH_EVERY_MS = 100;

/** A mailbox that was opened for reading. */
interface Session {
  readonly client: ImapFlow;
  /** Bytes that the server has sent so far; not counted without TLS, which is this machine's own server. */
  readonly received: () => number;
  readonly uid_validity: string;
}

/**
 * Attachments of the messages in one mailbox, oldest first; nothing is marked or removed. Where the next look begins is
 * UIDVALIDITY and UID (RFC 9051 2.3.1.1): when the server numbers anew, the mailbox is read again from its beginning.
 */
export function imapSource(access: ImapAccess, dependencies: SourceDependencies): SourceConnector {
  let session: Promise<Session> | null = null;
  const opened = (signal: AbortSignal): Promise<Session> => (session ??= openSession(access, dependencies, signal));
  return {
    async test(signal) {
      await opened(signal);
      return { host_key: null };
    },
    async pull({ cursor, signal }) {
      const open = await opened(signal);
      const { client, uid_validity } = open;
      const guard = { ...open, signal };
      const isSame = cursor?.["uid_validity"] === uid_validity;
      const after = isSame && typeof cursor["uid"] === "number" ? cursor["uid"] : 0;
      const uids = await guarded(guard, () => newUids(client, after));
      const page = uids.slice(0, MESSAGES_PER_PAGE);
      const last = page.at(-1) ?? after;
      const items: SourceFile[] = [];
      if (page.length > 0) {
        const messages = await guarded(guard, () =>
          client.fetchAll(page.join(","), { uid: true, bodyStructure: true }, { uid: true }),
        );
        for (const message of messages) items.push(...attachments(open, message));
      }
      return { items, cursor: { uid_validity, uid: last }, has_more: uids.length > page.length };
    },
    async close() {
      const open = await session?.catch(() => null);
      open?.client.close();
    },
  };
}

async function openSession(
  access: ImapAccess,
  dependencies: SourceDependencies,
  signal: AbortSignal,
): Promise<Session> {
  const { host, port, user, password: pass, mailbox } = access;
  const { allow_loopback, sockets } = dependencies;
  const { socket, address } = await sockets
    .open({ host, port, ports: IMAP_PORTS, allow_loopback }, signal)
    .catch((error: unknown) => Promise.reject(connectionFailure(error)));
  // Without encryption only to this machine itself; then the client connects to the checked address by itself.
  const isPlain = !access.has_tls && allow_loopback && isLocalHost(host);
  if (!access.has_tls && !isPlain) {
    socket.destroy();
    throw new SourceError("forbidden", "the password is not sent over a connection without TLS");
  }
  if (isPlain) socket.destroy();
  const servername = isIP(host) === 0 ? host : "";
  const tls = isPlain ? {} : { socket, host, servername, secureContext: sockets.authorities, rejectUnauthorized: true };
  const client = new ImapFlow({
    host: isPlain ? address : host,
    port,
    secure: !isPlain,
    doSTARTTLS: false,
    auth: { user, pass },
    tls,
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  // Without a listener a broken connection would end the process; whoever waits hears of it by its own failure.
  client.on("error", () => undefined);
  const abandon = (): void => client.close();
  signal.addEventListener("abort", abandon, { once: true });
  try {
    const received = (): number => (isPlain ? 0 : socket.bytesRead);
    const guard = { client, received, signal };
    await guarded(guard, () => client.connect());
    const box = await guarded(guard, () =>
      client.mailboxOpen(mailbox, { readOnly: true }).catch((error: unknown) => {
        throw client.usable
          ? new SourceError("forbidden", "the mailbox does not exist or may not be read", { cause: error })
          : error;
      }),
    );
    return { client, received, uid_validity: box.uidValidity.toString() };
  } catch (error) {
    client.close();
    throw error;
  }
}

/** UIDs above `after`, ascending. */
async function newUids(client: ImapFlow, after: number): Promise<number[]> {
  const uids = (await client.search({ uid: `${after + 1}:*` }, { uid: true })) || [];
  // "n:*" names the last message even when its UID is below n.
  return uids.filter((uid) => uid > after).sort((left, right) => left - right);
}

function attachments(session: Session, message: FetchMessageObject): SourceFile[] {
  const { client, uid_validity } = session;
  return documentsIn(message.bodyStructure)
    .slice(0, PARTS_MAX)
    .map((node) => ({
      kind: "file",
      external_id: `${uid_validity}/${message.uid}/${node.part ?? "1"}`,
      revision: "1",
      name: nameOf(node),
      read: (signal) => guarded({ ...session, signal }, () => download(client, message.uid, node)),
    }));
}

/** Leaves that are meant as files: attached, or named and no picture inside the text. */
function documentsIn(node: MessageStructureObject | undefined): MessageStructureObject[] {
  if (node === undefined) return [];
  if (node.childNodes !== undefined && !node.type.startsWith("message/")) return node.childNodes.flatMap(documentsIn);
  const isNamed = node.dispositionParameters?.["filename"] !== undefined || node.parameters?.["name"] !== undefined;
  const isInline = node.disposition === "inline" || node.id !== undefined;
  if (node.disposition === "attachment") return [node];
  if (node.type === "application/pdf") return [node];
  return isNamed && !(isInline && node.type.startsWith("image/")) ? [node] : [];
}

function nameOf({ dispositionParameters, parameters, type }: MessageStructureObject): string {
  const name =
    dispositionParameters?.["filename"] ?? parameters?.["name"] ?? `attachment.${type.split("/")[1] ?? "bin"}`;
  return name.split(/[/\\]/).at(-1) ?? name;
}

async function download(client: ImapFlow, uid: number, node: MessageStructureObject): Promise<Buffer> {
  const maxBytes = SOURCE_FILE_BYTES_MAX * 2;
  const { content } = await client.download(String(uid), node.part ?? "1", { uid: true, maxBytes });
  // Undefined for a message that was removed since it was listed.
  if (content === undefined) throw new SourceError("bad_data", "the message is no longer in the mailbox");
  const chunks: Buffer[] = [];
  let size_bytes = 0;
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk);
    size_bytes += bytes.length;
    if (size_bytes > SOURCE_FILE_BYTES_MAX) throw tooLarge();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Waits for the server, which may not send more meanwhile than the largest answer that is asked for. */
async function guarded<T>(
  { client, received, signal }: Pick<Session, "client" | "received"> & { readonly signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  const before = received();
  // The client keeps an answer in memory until it is complete, however long the server says that it is.
  const watch = setInterval(() => {
    if (received() - before > ANSWER_BYTES_MAX) client.close();
  }, WATCH_EVERY_MS);
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw imapFailure(error);
  } finally {
    clearInterval(watch);
  }
}

function imapFailure(error: unknown): unknown {
  if (error instanceof SourceError) return error;
  const isSignIn = error instanceof Error && "authenticationFailed" in error && error.authenticationFailed === true;
  if (isSignIn) return new SourceError("auth_failed", "the sign-in was refused", { cause: error });
  return new SourceError("unavailable", "the mail server did not answer as expected", { cause: error });
}
