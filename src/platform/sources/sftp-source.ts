import { createHash, timingSafeEqual } from "node:crypto";
import { Client, type FileEntryWithStats, type SFTPWrapper } from "ssh2";
import {
  SOURCE_FILE_BYTES_MAX,
  SOURCE_PAGE_ITEMS_MAX,
  type SourceAccess,
  type SourceConnector,
  SourceError,
  type SourceFile,
} from "../../core/source-connector.ts";
import { tooLarge } from "./folder-source.ts";
import { connectionFailure, type SourceDependencies } from "./source-dependencies.ts";

type SftpAccess = Extract<SourceAccess, { kind: "sftp" }>;

const SSH_PORTS = [22];
const READY_TIMEOUT_MS = 20_000;
const ENTRIES_MAX = 50_000;
/** Status codes of the SSH file transfer protocol, version 3 (draft-ietf-secsh-filexfer-02, 7). */
const NO_SUCH_FILE = 2;
const PERMISSION_DENIED = 3;

/** One session, opened at the first use; the host key is checked before any credential is sent. */
interface Session {
  readonly client: Client;
  readonly sftp: SFTPWrapper;
  readonly host_key: string;
}

/** Files of one directory, in the order of their names; hidden names, links and directories are passed over. */
export function sftpSource(access: SftpAccess, dependencies: SourceDependencies): SourceConnector {
  let session: Promise<Session> | null = null;
  const opened = (signal: AbortSignal): Promise<Session> => (session ??= openSession(access, dependencies, signal));
  const item = (entry: FileEntryWithStats): SourceFile => ({
    kind: "file",
    external_id: `${access.path}/${entry.filename}`,
    revision: `${entry.attrs.size}-${entry.attrs.mtime}`,
    name: entry.filename,
    read: async (signal) => {
      if (entry.attrs.size > SOURCE_FILE_BYTES_MAX) throw tooLarge();
      const { sftp } = await opened(signal);
      return await readRemote(sftp, `${access.path}/${entry.filename}`, signal);
    },
  });
  return {
    async test(signal) {
      const { sftp, host_key } = await opened(signal);
      await list(sftp, access.path, signal);
      return { host_key };
    },
    async pull({ cursor, signal }) {
      const { sftp } = await opened(signal);
      const after = typeof cursor?.["after"] === "string" ? cursor["after"] : "";
      const entries = (await list(sftp, access.path, signal))
        .filter(({ filename, attrs }) => attrs.isFile() && !filename.startsWith(".") && filename > after)
        .sort((left, right) => (left.filename < right.filename ? -1 : 1));
      const page = entries.slice(0, SOURCE_PAGE_ITEMS_MAX);
      const has_more = entries.length > page.length;
      return { items: page.map(item), cursor: has_more ? { after: page.at(-1)?.filename ?? null } : null, has_more };
    },
    async close() {
      const open = await session?.catch(() => null);
      open?.client.end();
      open?.client.destroy();
    },
  };
}

async function openSession(
  access: SftpAccess,
  dependencies: SourceDependencies,
  signal: AbortSignal,
): Promise<Session> {
  const { host, port, user: username, password, private_key, passphrase } = access;
  const { allow_loopback } = dependencies;
  const { socket } = await dependencies.sockets
    .open({ host, port, ports: SSH_PORTS, allow_loopback }, signal)
    .catch((error: unknown) => Promise.reject(connectionFailure(error)));
  let shown = "";
  let isMismatch = false;
  const hostVerifier = (key: Buffer): boolean => {
    shown = `SHA256:${createHash("sha256").update(key).digest("base64").replaceAll("=", "")}`;
    isMismatch = access.host_key !== null && !isSameText(access.host_key, shown);
    return !isMismatch;
  };
  const client = new Client();
  const credentials = {
    ...(password === null ? {} : { password }),
    ...(private_key === null ? {} : { privateKey: private_key }),
    ...(passphrase === null ? {} : { passphrase }),
  };
  try {
    const sftp = await withSignal<SFTPWrapper>(signal, (resolve, reject) => {
      client.on("error", reject);
      client.once("close", () => reject(new Error("the server ended the connection")));
      client.once("ready", () =>
        client.sftp((error, wrapper) => (error === undefined ? resolve(wrapper) : reject(error))),
      );
      client.connect({ sock: socket, username, ...credentials, readyTimeout: READY_TIMEOUT_MS, hostVerifier });
    });
    return { client, sftp, host_key: shown };
  } catch (error) {
    client.destroy();
    socket.destroy();
    if (signal.aborted) throw signal.reason;
    if (isMismatch) {
      throw new SourceError("host_key_mismatch", `the server shows another host key than before: ${shown}`, {
        cause: error,
      });
    }
    throw sessionFailure(error);
  }
}

function sessionFailure(error: unknown): SourceError {
  const level = error instanceof Error && "level" in error ? error.level : undefined;
  if (level === "client-authentication")
    return new SourceError("auth_failed", "the sign-in was refused", { cause: error });
  // ssh2 tells of keys that it cannot read by this beginning only.
  const isBadKey = error instanceof Error && error.message.startsWith("Cannot parse privateKey");
  if (isBadKey)
    return new SourceError("auth_failed", "the private key cannot be read, or its passphrase is wrong", {
      cause: error,
    });
  return new SourceError("unavailable", "no SFTP session could be opened", { cause: error });
}

/** In steps, so that a directory without end does not fill the memory. */
async function list(sftp: SFTPWrapper, path: string, signal: AbortSignal): Promise<FileEntryWithStats[]> {
  const listed: FileEntryWithStats[] = [];
  try {
    const handle = await withSignal<Buffer>(signal, (resolve, reject) => {
      sftp.opendir(path, (error, opened) => (error === undefined ? resolve(opened) : reject(error)));
    });
    for (;;) {
      const some = await withSignal<FileEntryWithStats[] | null>(signal, (resolve, reject) => {
        sftp.readdir(handle, (error, entries) => {
          if (error !== undefined && statusOf(error) === END_OF_LIST) resolve(null);
          else if (error === undefined) resolve(entries);
          else reject(error);
        });
      });
      if (some === null || some.length === 0) break;
      listed.push(...some);
      if (listed.length > ENTRIES_MAX) {
        throw new SourceError("bad_data", `the directory holds more than ${ENTRIES_MAX} entries`);
      }
    }
    sftp.close(handle, () => undefined);
    return listed;
  } catch (error) {
    throw transferFailure(error, signal);
  }
}

const END_OF_LIST = 1;

async function readRemote(sftp: SFTPWrapper, path: string, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted();
  // One byte more than allowed shows a file that has grown since it was listed.
  const stream = sftp.createReadStream(path, { end: SOURCE_FILE_BYTES_MAX });
  try {
    return await withSignal<Buffer>(signal, (resolve, reject) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.once("error", reject);
      stream.once("end", () => {
        const bytes = Buffer.concat(chunks);
        if (bytes.length > SOURCE_FILE_BYTES_MAX) reject(tooLarge());
        else resolve(bytes);
      });
    });
  } catch (error) {
    stream.destroy();
    throw transferFailure(error, signal);
  }
}

function transferFailure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof SourceError) return error;
  const status = statusOf(error);
  const isRefused = status === NO_SUCH_FILE || status === PERMISSION_DENIED;
  return isRefused
    ? new SourceError("forbidden", "the path does not exist or may not be read", { cause: error })
    : new SourceError("unavailable", "the transfer broke off", { cause: error });
}

function statusOf(error: unknown): number | null {
  return error instanceof Error && "code" in error && typeof error.code === "number" ? error.code : null;
}

/** Each wait on the server ends with the signal. */
function withSignal<T>(
  signal: AbortSignal,
  start: (resolve: (value: T) => void, reject: (error: unknown) => void) => void,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abandon = (): void => reject(signal.reason);
    if (signal.aborted) {
      abandon();
      return;
    }
    signal.addEventListener("abort", abandon, { once: true });
    const release = (): void => signal.removeEventListener("abort", abandon);
    start(
      (value) => {
        release();
        resolve(value);
      },
      (error) => {
        release();
        reject(error);
      },
    );
  });
}

function isSameText(text: string, other: string): boolean {
  const [left, right] = [Buffer.from(text), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
