import { createServer, type Server, type Socket } from "node:net";
import { once } from "node:events";
import { unzipSync } from "fflate";
import { listenOnLoopback } from "./loopback-server.ts";
import type { ClamdAddress } from "../../src/platform/clamd-scanner.ts";

/** The harmless file that every scanner reports (EICAR); in two halves, so that none reports this file. */
export const EICAR = Buffer.from(
  ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join(""),
);

/** What the daemon does with a file that it was sent: like ClamAV, or one of the ways in which it may fail. */
export type ClamdMood =
  /** Answers as ClamAV does. */
  | "well"
  /** Takes the file and never answers. */
  | "silent"
  /** Does not even take it. */
  | "deaf"
  /** Cuts the connection within the file. */
  | "cutting"
  /** Answers something else. */
  | "garbage"
  /** Answers without an end. */
  | "flood"
  /** Says that all is well before it has the file. */
  | "hasty";

export interface Clamd {
  readonly address: ClamdAddress;
  mood: ClamdMood;
  /** Largest stream in bytes (StreamMaxLength). */
  stream_bytes_max: number;
  /** In so many files it finds nothing, as if their malware were not known yet. */
  overlooks: number;
  /** Files that were sent as a whole. */
  readonly scanned: Buffer[];
  /** Answers as they were sent. */
  readonly answers: string[];
  /** Most connections at the same time so far. */
  readonly connections_max: number;
  /** While it is a promise, answers wait for it. */
  hold: Promise<void> | null;
  close(): Promise<void>;
}

/** ClamAV's daemon as far as its protocol goes: PING and INSTREAM with `z` framing, on loopback or at a socket's path. */
export async function clamd(path?: string): Promise<Clamd> {
  const sockets = new Set<Socket>();
  const state = { connections_max: 0 };
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    state.connections_max = Math.max(state.connections_max, sockets.size);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    serve(daemon, socket);
  });
  const daemon: Clamd = {
    address: path === undefined ? { kind: "tcp", host: "127.0.0.1", port: 0 } : { kind: "unix", path },
    mood: "well",
    stream_bytes_max: 25 * 1024 * 1024,
    overlooks: 0,
    scanned: [],
    answers: [],
    get connections_max() {
      return state.connections_max;
    },
    hold: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  if (path === undefined) {
    return Object.assign(daemon, { address: { kind: "tcp", host: "127.0.0.1", port: await listenOnLoopback(server) } });
  }
  await once(server.listen(path), "listening");
  return daemon;
}

interface Stream {
  command: string | null;
  pending: Buffer;
  readonly chunks: Buffer[];
  size: number;
  isAnswered: boolean;
}

function serve(daemon: Clamd, socket: Socket): void {
  const stream: Stream = { command: null, pending: Buffer.alloc(0), chunks: [], size: 0, isAnswered: false };
  const answer = (text: string): void => {
    if (stream.isAnswered) return;
    stream.isAnswered = true;
    daemon.answers.push(text);
    void Promise.resolve(daemon.hold).then(() => socket.end(`${text}\0`));
  };
  socket.on("data", (data: Buffer) => {
    stream.pending = Buffer.concat([stream.pending, data]);
    if (stream.command === null) {
      const end = stream.pending.indexOf(0);
      if (end === -1) return;
      stream.command = stream.pending.toString("latin1", 0, end);
      stream.pending = stream.pending.subarray(end + 1);
    }
    if (stream.command === "zPING" && daemon.mood !== "silent") answer("PONG");
    else if (stream.command === "zINSTREAM") receive(daemon, socket, stream, answer);
    else if (stream.command !== "zPING") answer("UNKNOWN COMMAND");
  });
}

function receive(daemon: Clamd, socket: Socket, stream: Stream, answer: (text: string) => void): void {
  if (daemon.mood === "deaf") socket.pause();
  if (daemon.mood === "hasty") answer("stream: OK");
  while (stream.pending.length >= 4 && !stream.isAnswered) {
    const length = stream.pending.readUInt32BE(0);
    if (length === 0) {
      verdict(daemon, socket, Buffer.concat(stream.chunks), answer);
      return;
    }
    if (stream.size + length > daemon.stream_bytes_max) {
      answer("INSTREAM size limit exceeded. ERROR");
      return;
    }
    if (stream.pending.length < 4 + length) return;
    if (daemon.mood === "cutting") {
      socket.destroy();
      return;
    }
    stream.chunks.push(stream.pending.subarray(4, 4 + length));
    stream.size += length;
    stream.pending = stream.pending.subarray(4 + length);
  }
}

function verdict(daemon: Clamd, socket: Socket, file: Buffer, answer: (text: string) => void): void {
  if (daemon.mood === "silent") return;
  if (daemon.mood === "flood") {
    socket.write(Buffer.alloc(64 * 1024, "x"));
    return;
  }
  daemon.scanned.push(file);
  if (daemon.mood === "garbage") answer("HTTP/1.1 200 OK");
  else if (daemon.overlooks > 0) {
    daemon.overlooks -= 1;
    answer("stream: OK");
  } else answer(isInfected(file) ? "stream: Eicar-Test-Signature FOUND" : "stream: OK");
}

/** As ClamAV does, also within archives and the attachments of mails. */
function isInfected(file: Buffer): boolean {
  if (file.includes(EICAR)) return true;
  if (file.subarray(0, 2).toString("latin1") === "PK") {
    return Object.values(unzipSync(file)).some((entry) => isInfected(Buffer.from(entry)));
  }
  const encoded = file.toString("latin1").matchAll(/(?:^[A-Za-z0-9+/]{4,76}={0,2}\r?\n)+/gm);
  return [...encoded].some(([text]) => Buffer.from(text, "base64").includes(EICAR));
}
