import type { Operation } from "../../src/core/operation.ts";
import type { Call } from "./http-client.ts";

type OperationInput = Readonly<Record<string, unknown>>;

/** Path below the host, and the rest of a request that gives an operation these arguments. */
export function restRequest(operation: Operation, input: OperationInput): { path: string; call: Call } {
  const { method, path, multipart } = operation.rest;
  const rest = { ...input };
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  if (multipart === true) return { path: `/api/v1${filled}`, call: { method, ...uploadBody() } };
  if (method === "GET" || method === "DELETE") {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(rest)) {
      for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
    }
    const text = query.toString();
    return { path: `/api/v1${filled}${text === "" ? "" : `?${text}`}`, call: { method } };
  }
  const headers = { "content-type": "application/json" };
  return { path: `/api/v1${filled}`, call: { method, headers, body: JSON.stringify(rest) } };
}

let uploads = 0;

/** A small CSV export of contents of its own, or of the given rows, as multipart/form-data. */
export function uploadBody(content?: string): { headers: Readonly<Record<string, string>>; body: string } {
  uploads += 1;
  const boundary = `----contract-${uploads}`;
  const own = `Dato;Bilag;Tekst;Beløb;Valuta\r\n14-10-2026;${9000 + uploads};Diesel ${uploads};812,50;DKK\r\n`;
  const rows = content ?? own;
  const part = `Content-Disposition: form-data; name="files"; filename="export.csv"\r\nContent-Type: text/csv\r\n\r\n`;
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: `--${boundary}\r\n${part}${rows}\r\n--${boundary}--\r\n`,
  };
}
