import { createServer, request as forward } from "node:http";

export interface KeyProxy {
  /** http://127.0.0.1:<port>/api/mcp */
  readonly mcp_url: string;
  close(): Promise<void>;
}

/** Adds the key to what a client sends that cannot send one itself. Everything else passes as it is, in both directions. */
export async function keyProxy(target: string, key: string): Promise<KeyProxy> {
  const { hostname, port } = new URL(target);
  const server = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${key}` };
    const onward = forward({ hostname, port, path: request.url, method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return {
    mcp_url: `http://127.0.0.1:${address.port}/api/mcp`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}
