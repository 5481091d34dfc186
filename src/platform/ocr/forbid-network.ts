import dgram from "node:dgram";
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

/**
 * Makes every connection, datagram and resolution of names fail in this thread. Pictures are read without network: the
 * engine's data is installed with the service, and a picture that takes the engine over reaches nobody.
 */
export function forbidNetwork(): void {
  const refuse = (): never => {
    throw new Error("the network is closed to whatever reads pictures");
  };
  net.Socket.prototype.connect = refuse;
  dgram.Socket.prototype.send = refuse;
  dgram.Socket.prototype.connect = refuse;
  Object.assign(dns, { lookup: refuse, resolve: refuse });
  // Whoever imported these functions by name has the refusal from now on.
  syncBuiltinESMExports();
  globalThis.fetch = refuse;
}
