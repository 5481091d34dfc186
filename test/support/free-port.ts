import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below what systems take for outgoing connections and port 0 (Linux from 32768): nobody gets one of these by chance. */
const FIRST = 12_000;
const LAST = 32_000;

/** One after the other, so that none is given twice; from anywhere, as other processes look for ports at the same time. */
let next = randomInt(FIRST, LAST);

/** A TCP port of 127.0.0.1 that nobody listens at, and that stays free until somebody asks for exactly this one. */
export async function freePort(): Promise<number> {
  for (let tried = FIRST; tried <= LAST; tried += 1) {
    const port = next;
    next = port === LAST ? FIRST : port + 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`no port of ${FIRST} to ${LAST} is free`);
}

async function isFree(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
