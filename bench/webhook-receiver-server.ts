/** A receiver that answers every delivery at once, as a process of its own: `tsx bench/webhook-receiver-server.ts <port>`. */
import { createServer } from "node:http";

const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => response.writeHead(204).end());
});
server.listen(Number(process.argv[2]), "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
