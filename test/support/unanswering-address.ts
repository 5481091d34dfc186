import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** An address on loopback where connections are neither made nor refused, as behind a firewall that drops packets. */
export interface UnansweringAddress {
  readonly address: string;
  readonly port: number;
  close(): Promise<void>;
}

const LISTENER = `
  const server = require("node:net").createServer().listen({ host: process.argv[1], port: 0, backlog: 1 }, () =>
    process.stdout.write(String(server.address().port)));
  process.stdin.resume().on("end", () => process.exit());
`;

/** Stops a process that listens, and fills its queue: from then on the system drops further requests (Linux). */
export async function unansweringAddress(address: string): Promise<UnansweringAddress> {
  const child = spawn(process.execPath, ["-e", LISTENER, address], { stdio: ["pipe", "pipe", "inherit"] });
  const [text]: unknown[] = await once(child.stdout, "data");
  const port = Number(String(text));
  child.kill("SIGSTOP");
  const fillers: Socket[] = [];
  // The queue is full when a connection is not made at once.
  for (let isFull = false; !isFull && fillers.length < 20;) {
    const socket = connect(port, address).on("error", () => undefined);
    fillers.push(socket);
    isFull = await Promise.race([once(socket, "connect").then(() => false), pause(200).then(() => true)]);
  }
  return {
    address,
    port,
    async close() {
      for (const socket of fillers) socket.destroy();
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds));
}
