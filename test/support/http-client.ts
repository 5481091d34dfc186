import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";

/** Members of bodies that tests look at by name; what a body really holds is what the assertions then check. */
export interface AnswerBody {
  readonly type?: string;
  readonly title?: string;
  readonly status?: unknown;
  readonly code?: string;
  readonly detail?: string;
  readonly instance?: string;
  readonly request_id?: string;
  readonly retry_after_seconds?: number;
  readonly issues?: readonly { readonly path: string; readonly code: string; readonly message: string }[];
  readonly items?: readonly AnswerBody[];
  readonly next_cursor?: string | null;
  readonly id?: string;
  readonly key?: string;
  readonly name?: string;
  readonly environment?: string;
  readonly scopes?: readonly string[];
  readonly expires_at?: string | null;
  readonly revoked_at?: string | null;
  readonly last_used_at?: string | null;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as JSON; throws when it is none. */
  json(): AnswerBody;
}

export interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
  /** Address of this machine to call from; every address of 127.0.0.0/8 is one. */
  readonly from?: string;
}

/** One request over a connection of its own, exactly as given: no redirects, no decompression, no added headers. */
export async function call(base: string, path: string, options: Call = {}): Promise<Answer> {
  const { hostname, port } = new URL(base);
  return await new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        hostname,
        port,
        path,
        method: options.method ?? "GET",
        headers: { ...options.headers },
        agent: false,
        ...(options.from === undefined ? {} : { localAddress: options.from }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString("utf8");
          const { statusCode = 0, headers } = response;
          // See AnswerBody: every member is optional and checked by whoever asks for it.
          const json = () => JSON.parse(text) as AnswerBody;
          resolve({ status: statusCode, headers, bytes, text, json });
        });
      },
    );
    request.on("error", reject);
    request.end(options.body);
  });
}

/** Sends bytes as they are and returns everything that comes back until the connection ends. */
export async function sendBytes(base: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(base);
  return await new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("utf8")));
  });
}
