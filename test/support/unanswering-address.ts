import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./free-port.ts";

/** An address on loopback where connections are neither made nor refused, as behind a firewall that drops packets. */
export interface UnansweringAddress {
  readonly address: string;
  readonly port: number;
  /** Sockets of this machine that are connected to the port, at whatever address, or on the way there. */
  sockets(): number;
  close(): Promise<void>;
}

const LISTENER = `
  const server = require("node:net").createServer().listen({ host: process.argv[1], port: Number(process.argv[2]), backlog: 1 }, () =>
    process.stdout.write(String(server.address().port)));
  process.stdin.resume().on("end", () => process.exit());
`;

/** States of a socket that a program still holds (proc(5), Linux's tcp_states.h): established, SYN sent, close wait. */
const HELD = new Set(["01", "02", "08"]);

/** Stops a process that listens, and fills its queue: from then on the system drops further requests (Linux). */
export async function unansweringAddress(address: string): Promise<UnansweringAddress> {
  // Tests listen at this port of other addresses as well.
  const wanted = String(await freePort());
  const child = spawn(process.execPath, ["-e", LISTENER, address, wanted], { stdio: ["pipe", "pipe", "inherit"] });
  const [text]: unknown[] = await once(child.stdout, "data");
  const port = Number(String(text));
  child.kill("SIGSTOP");
  const fillers: Socket[] = [];
  // The queue is full when a connection is not made at once.
  for (let isFull = false; !isFull && fillers.length < 20;) {
    const socket = connect(port, address).on("error", () => undefined);
    fillers.push(socket);
    await Promise.race([once(socket, "connect"), pause(200)]);
    // After a stall of this process the time may be over before it has heard of a connection that was made.
    await pause(1);
    isFull = socket.connecting;
  }
  return {
    address,
    port,
    sockets: () => socketsTo(port),
    async close() {
      for (const socket of fillers) socket.destroy();
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

function socketsTo(port: number): number {
  const lines = readFileSync("/proc/net/tcp", "utf8").split("\n").slice(1);
  const ending = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return lines.filter((line) => {
    const [, , remote = "", state = ""] = line.trim().split(/\s+/);
    return remote.endsWith(ending) && HELD.has(state);
  }).length;
}
