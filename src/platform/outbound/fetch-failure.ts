import { errors } from "undici";
import { SafeFetchError } from "./safe-fetch-types.ts";
import { tlsFailure } from "./tls-handshake.ts";

/** Undici's word for what a caller of ours did wrong: a defect, not an answer of the receiver. */
const PROGRAMMER_MISTAKES: ReadonlySet<string> = new Set([
  "UND_ERR_INVALID_ARG",
  "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH",
]);

const NOT_HTTP: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_OVERFLOW: "the response headers are too large",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the response is longer or shorter than it says",
};

/** What went wrong after the request was handed to the connection. Other errors than the network's are thrown on as they are. */
export function exchangeFailure(error: unknown, address: string | null): unknown {
  if (error instanceof SafeFetchError || !(error instanceof Error)) return error;
  const code = "code" in error ? String(error.code) : "";
  if (PROGRAMMER_MISTAKES.has(code)) return error;
  const details = { address, cause: error };
  if (error instanceof errors.HTTPParserError) {
    return new SafeFetchError("http", "the answer is not valid HTTP/1.1", details);
  }
  const reason = NOT_HTTP[code];
  if (reason !== undefined) return new SafeFetchError("http", reason, details);
  if (error.message === "bad upgrade") return new SafeFetchError("http", "the answer switches protocols", details);
  if (code.startsWith("ERR_SSL") || code.startsWith("ERR_TLS")) return tlsFailure(error, address);
  return new SafeFetchError("reset", "the connection was closed before the answer was complete", details);
}
