import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";

/** Listens on any port of 127.0.0.1 and answers the port. */
export async function listenOnLoopback(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A TCP server that listens has an address of this form.
  return (server.address() as AddressInfo).port;
}
