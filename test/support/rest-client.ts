import type { TestFile } from "./pipeline.ts";
import { until } from "./service-process.ts";

/** Members of REST and MCP answers that end-to-end tests look at by name; assertions check what is really there. */
export interface RestBody {
  readonly [member: string]: unknown;
  readonly id: string;
  readonly status: string;
  readonly code?: string;
  readonly items: readonly RestBody[];
  readonly files: readonly RestBody[];
  readonly total_co2e_kg: number;
}

export interface RestAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly body: RestBody;
}

/** Calls one address with one key, as a program of a customer would. */
export interface RestClient {
  get(path: string): Promise<RestAnswer>;
  post(path: string, body: unknown): Promise<RestAnswer>;
  /** Multipart upload in the field `files`. */
  upload(files: readonly TestFile[]): Promise<RestAnswer>;
  /** Waits for an upload to be read. */
  read(uploadId: string): Promise<RestBody>;
  /** Waits for a report's job to end, well or not. */
  rendered(jobId: string): Promise<RestBody>;
  /** Downloads a report. */
  reportFile(reportId: unknown): Promise<{ readonly bytes: Buffer; readonly headers: Headers }>;
  /** The structured result of a tool call. */
  tool(name: string, input?: Readonly<Record<string, unknown>>): Promise<RestBody>;
}

interface Sent {
  readonly method?: string;
  readonly body?: string | FormData;
  readonly type?: string;
}

/** `more` are headers of every request, such as a consultant's X-Svc-Tenant. */
export function restClient(base: string, key: string, more: Readonly<Record<string, string>> = {}): RestClient {
  const send = async (path: string, { body, method = "GET", type }: Sent = {}): Promise<RestAnswer> => {
    const accept = "application/json, text/event-stream";
    const content = type === undefined ? {} : { "content-type": type };
    const headers = { authorization: `Bearer ${key}`, accept, ...content, ...more };
    const response = await fetch(`${base}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
    const text = await response.text();
    const answered = response.headers.get("content-type") ?? "";
    return { status: response.status, type: answered, text, body: parsed(text) };
  };
  const json = (body: unknown): Sent => ({ method: "POST", body: JSON.stringify(body), type: "application/json" });
  return {
    get: (path) => send(path),
    post: (path, body) => send(path, json(body)),
    async upload(files) {
      const form = new FormData();
      for (const { name, bytes } of files) form.append("files", new Blob([new Uint8Array(bytes)]), name);
      return await send("/api/v1/activities/bulk", { method: "POST", body: form });
    },
    async read(uploadId) {
      for (let attempt = 0; attempt < 30; attempt += 1) {
        const { body } = await send(`/api/v1/activities/bulk/${uploadId}?wait_seconds=20`);
        if (body.status !== "processing") return body;
      }
      throw new Error(`upload ${uploadId} is still not read`);
    },
    async rendered(jobId) {
      return await until(`the end of report job ${jobId}`, async () => {
        const { body } = await send(`/api/v1/reports/jobs/${jobId}`);
        return body.status === "completed" || body.status === "failed" ? body : null;
      });
    },
    async reportFile(reportId) {
      const headers = { authorization: `Bearer ${key}`, ...more };
      const response = await fetch(`${base}/api/v1/reports/${String(reportId)}/file`, { headers });
      return { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
    },
    async tool(name, input = {}) {
      const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } };
      const { text } = await send("/api/mcp", json(call));
      const frame = /^data: (.*)$/m.exec(text)?.[1] ?? text;
      // The shape of an answer of tools/call; a failure shows in the assertion on its content.
      const { result } = JSON.parse(frame) as { result?: { structuredContent?: RestBody } };
      if (result?.structuredContent === undefined) throw new Error(`no structured content: ${text}`);
      return result.structuredContent;
    },
  };
}

function parsed(text: string): RestBody {
  // Every member is optional in truth, see RestBody.
  return (text.startsWith("{") ? JSON.parse(text) : {}) as RestBody;
}
