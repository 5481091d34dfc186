import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { type ServiceError, validationError } from "../../core/errors.ts";
import { hasRepeatedNames } from "../../core/repeated-names.ts";

/** Largest JSON body; the largest arguments of an operation are a few kilobytes. */
export const JSON_BODY_LIMIT_BYTES = 1024 * 1024;

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** A body as it came and as the value it encodes. */
export interface JsonBody {
  readonly bytes: Buffer;
  readonly value: unknown;
}

const NO_BODY: JsonBody = { bytes: Buffer.alloc(0), value: {} };

/**
 * The body as a JSON value; {} when there is none.
 * @throws ServiceError request.validation_failed: wrong media type or encoding, over the limit, not UTF-8, not JSON.
 */
export async function readJsonBody(request: IncomingMessage): Promise<JsonBody> {
  const { headers } = request;
  if (!hasBody(headers)) return NO_BODY;
  const bytes = await readBytes(request, JSON_BODY_LIMIT_BYTES);
  if (bytes === null) throw bodyError("too_large", `the body may have at most ${JSON_BODY_LIMIT_BYTES} bytes`);
  if (bytes.length === 0) return NO_BODY;
  if (!JSON_TYPE.test(headers["content-type"] ?? "")) {
    throw bodyError("media_type", "send the header Content-Type: application/json (UTF-8)");
  }
  if (headers["content-encoding"] !== undefined && headers["content-encoding"].toLowerCase() !== "identity") {
    throw bodyError("content_encoding", "send the body without Content-Encoding");
  }
  return { bytes, value: parseJson(bytes) };
}

/** How long the rest of a body that is too large is read and thrown away, so that the client gets to see the answer. */
const DISCARD_MS = 10_000;

/**
 * All bytes of a body; null when it has more than the limit, the rest of it then being discarded unread.
 * @throws ServiceError request.validation_failed when the connection ends before the body does.
 */
export function readBytes(request: IncomingMessage, limit_bytes: number): Promise<Buffer | null> {
  if (Number(request.headers["content-length"] ?? 0) > limit_bytes) return Promise.resolve(null);
  // Not `for await`: leaving that early ends the stream but not the connection, which nobody would read any more.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isSettled = false;
    const settle = (bytes: Buffer | null): void => {
      isSettled = true;
      resolve(bytes);
    };
    // A client that went away: nobody reads the answer, and nothing failed here. Whole requests close as well.
    const cut = (): void => {
      if (!isSettled) reject(bodyError("incomplete", "the connection ended before the whole body had arrived"));
    };
    if (request.destroyed) return request.readableEnded ? resolve(Buffer.alloc(0)) : cut();
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit_bytes) chunks.push(chunk);
      else if (size - chunk.length <= limit_bytes) {
        chunks.length = 0;
        endWithin(request, DISCARD_MS);
        settle(null);
      }
    });
    request.on("end", () => settle(joined(chunks)));
    request.on("error", cut);
    request.on("close", cut);
    return undefined;
  });
}

/** A small body arrives whole. */
function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
}

function endWithin(request: IncomingMessage, ms: number): void {
  const timer = setTimeout(() => request.destroy(), ms).unref();
  request.once("close", () => clearTimeout(timer));
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function parseJson(bytes: Buffer): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw bodyError("malformed_json", "the body is not valid JSON in UTF-8");
  }
  if (!hasRepeatedNames(bytes, value)) return value;
  throw bodyError("repeated_name", "an object of the body names a member twice; name each member once");
}

function bodyError(code: string, message: string): ServiceError {
  return validationError([{ path: "", code, message }]);
}
