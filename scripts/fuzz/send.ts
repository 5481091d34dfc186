import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FuzzAnswer, FuzzRequest, FuzzTarget } from "./fuzz-request.ts";

const TIMEOUT_MS = 20_000;
/** How long an unfinished request may stay without an answer before the sender goes away. */
const RAW_WAIT_MS = 300;

export interface Sender {
  send(target: FuzzTarget, request: FuzzRequest): Promise<FuzzAnswer>;
  close(): void;
}

export function openSender(concurrency: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  return {
    send: (target, request) => (request.raw === null ? sendHttp(agent, target, request) : sendRaw(target, request.raw)),
    close: () => agent.destroy(),
  };
}

async function sendHttp(agent: Agent, target: FuzzTarget, request: FuzzRequest, isRetry = false): Promise<FuzzAnswer> {
  try {
    return await once(agent, target, request);
  } catch (error) {
    // The service may close an idle connection at the moment in which it is used again.
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (isRetry || (code !== "ECONNRESET" && code !== "EPIPE")) throw error;
    return await sendHttp(agent, target, request, true);
  }
}

async function once(agent: Agent, target: FuzzTarget, request: FuzzRequest): Promise<FuzzAnswer> {
  const { hostname, port } = new URL(request.listener === "main" ? target.main : target.sandbox);
  const { method, path, body } = request;
  const length = body === null ? {} : { "content-length": String(body.length) };
  return await new Promise((resolve, reject) => {
    const headers = { ...request.headers, ...length };
    const call = httpRequest({ hostname, port, method, path, headers, agent, timeout: TIMEOUT_MS }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const flat = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
        resolve({ status: response.statusCode ?? 0, headers: flat, text: decoded(Buffer.concat(chunks), flat) });
      });
    });
    call.on("timeout", () => call.destroy(new Error("no answer within 20 s")));
    call.on("error", reject);
    call.end(body);
  });
}

function decoded(bytes: Buffer, headers: Readonly<Record<string, string>>): string {
  if (bytes.length === 0) return "";
  if (headers["content-encoding"] === "gzip") return gunzipSync(bytes).toString("utf8");
  if (headers["content-encoding"] === "br") return brotliDecompressSync(bytes).toString("utf8");
  return bytes.toString("utf8");
}

/** The first answer to bytes as they are; status 0 where the connection ends or stays silent. */
async function sendRaw(target: FuzzTarget, bytes: Buffer): Promise<FuzzAnswer> {
  const { hostname, port } = new URL(target.main);
  const text = await new Promise<string>((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    const finish = (): void => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString("utf8"));
    };
    const timer = setTimeout(finish, RAW_WAIT_MS);
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearTimeout(timer);
      finish();
    });
  });
  const match = /^HTTP\/1\.1 (\d{3})[^\r]*\r\n([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(text);
  if (match === null) return { status: 0, headers: {}, text };
  const lines = (match[2] ?? "").split("\r\n").map((line) => line.split(/:\s*/, 2));
  const headers = Object.fromEntries(lines.map(([name = "", value = ""]) => [name.toLowerCase(), value]));
  // What follows on the connection answers what follows in the bytes.
  const rest = Buffer.from(match[3] ?? "");
  return {
    status: Number(match[1]),
    headers,
    text: rest.subarray(0, Number(headers["content-length"] ?? rest.length)).toString(),
  };
}
