import { once } from "node:events";
import { createServer } from "node:net";

/** A port of 127.0.0.1 that is free now. Another program may take it before it is used: then a start with another one follows. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("the system gave no port");
  return address.port;
}
