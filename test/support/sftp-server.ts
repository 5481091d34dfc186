import { createHash } from "node:crypto";
import { once } from "node:events";
import ssh2, { type Connection, type SFTPWrapper } from "ssh2";
import { listenOnLoopback } from "./loopback-server.ts";

const { Server, utils } = ssh2;
const { STATUS_CODE } = utils.sftp;
const DIRECTORY = 0o040755;
const FILE = 0o100644;
const LINK = 0o120777;
const CHUNK_BYTES = 32 * 1024;

export interface SftpServer {
  readonly port: number;
  readonly fingerprint: string;
  /** By name, in the only directory, /out. */
  readonly files: Map<string, Buffer>;
  readonly links: Set<string>;
  readonly forbidden: Set<string>;
  /** Reads that were answered. */
  opened: number;
  /** Sign-ins that came as far as a password. */
  passwords: string[];
  /** Breaks every connection after this many files were opened; null: never. */
  breaks_after: number | null;
  close(): Promise<void>;
}

const KEYS_TRIED_MAX = 20;

/** ssh2 writes an ed25519 key now and then in a form that it cannot read itself: another one is made then. */
function hostKey(): { readonly private: string; readonly public: string } {
  for (let tried = 0; tried < KEYS_TRIED_MAX; tried += 1) {
    const pair = utils.generateKeyPairSync("ed25519");
    if (!(utils.parseKey(pair.private) instanceof Error)) return pair;
  }
  throw new Error(`none of ${KEYS_TRIED_MAX} keys can be read`);
}

/** An SSH server with one user, "firma" and "hemmelig", whose SFTP subsystem shows /out. */
export async function sftpServer(port_wanted = 0): Promise<SftpServer> {
  const { private: key, public: shown } = hostKey();
  const blob = Buffer.from(shown.split(" ")[1] ?? "", "base64");
  const clients = new Set<Connection>();
  const server = new Server({ hostKeys: [key] }, (client) => {
    clients.add(client);
    client.on("error", () => undefined);
    client.on("close", () => clients.delete(client));
    client.on("authentication", (attempt) => {
      if (attempt.method !== "password") return attempt.reject(["password"]);
      site.passwords.push(attempt.password);
      return attempt.username === "firma" && attempt.password === "hemmelig" ? attempt.accept() : attempt.reject();
    });
    client.on("ready", () => {
      client.on("session", (accept) => {
        accept().on("sftp", (acceptSftp) => serve(acceptSftp(), site, () => client.end()));
      });
    });
  });
  if (port_wanted !== 0) await once(server.listen(port_wanted, "127.0.0.1"), "listening");
  const port = port_wanted === 0 ? await listenOnLoopback(server) : port_wanted;
  const site: SftpServer = {
    port,
    fingerprint: `SHA256:${createHash("sha256").update(blob).digest("base64").replaceAll("=", "")}`,
    files: new Map(),
    links: new Set(),
    forbidden: new Set(),
    opened: 0,
    passwords: [],
    breaks_after: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const client of clients) client.end();
      }),
  };
  return site;
}

function serve(sftp: SFTPWrapper, site: SftpServer, hangUp: () => void): void {
  const handles = new Map<string, { bytes: Buffer | null; isListed: boolean }>();
  const handleOf = (bytes: Buffer | null): Buffer => {
    const name = String(handles.size);
    handles.set(name, { bytes, isListed: false });
    return Buffer.from(name);
  };
  sftp.on("OPENDIR", (id, path) => {
    if (path !== "/out") return sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    return sftp.handle(id, handleOf(null));
  });
  sftp.on("READDIR", (id, handle) => {
    const open = handles.get(handle.toString());
    if (open === undefined || open.isListed) return sftp.status(id, STATUS_CODE.EOF);
    open.isListed = true;
    const attrs = (mode: number, size: number) => ({ mode, size, uid: 0, gid: 0, atime: 0, mtime: 1_780_000_000 });
    const files = [...site.files].map(([filename, bytes]) => ({
      filename,
      longname: filename,
      attrs: attrs(FILE, bytes.length),
    }));
    const links = [...site.links].map((filename) => ({ filename, longname: filename, attrs: attrs(LINK, 5) }));
    return sftp.name(id, [...files, ...links, { filename: "sub", longname: "sub", attrs: attrs(DIRECTORY, 0) }]);
  });
  sftp.on("OPEN", (id, path) => {
    const name = path.replace("/out/", "");
    if (site.breaks_after !== null && site.opened >= site.breaks_after) return hangUp();
    site.opened += 1;
    if (site.forbidden.has(name)) return sftp.status(id, STATUS_CODE.PERMISSION_DENIED);
    const bytes = site.files.get(name);
    return bytes === undefined ? sftp.status(id, STATUS_CODE.NO_SUCH_FILE) : sftp.handle(id, handleOf(bytes));
  });
  sftp.on("READ", (id, handle, offset, length) => {
    const bytes = handles.get(handle.toString())?.bytes ?? Buffer.alloc(0);
    if (offset >= bytes.length) return sftp.status(id, STATUS_CODE.EOF);
    return sftp.data(id, bytes.subarray(offset, offset + Math.min(length, CHUNK_BYTES)));
  });
  sftp.on("CLOSE", (id) => sftp.status(id, STATUS_CODE.OK));
}
