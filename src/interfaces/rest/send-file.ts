import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { StoredFile } from "../../core/stored-file.ts";
import type { HttpLog } from "../http/http-deps.ts";
import { matches } from "../http/answer.ts";

/** A name that needs neither quoting nor another character set (RFC 6266 4.3). */
const PLAIN_NAME = /^[\w.-]{1,200}$/;

/**
 * Sends a stored file as it lies, never held whole and never in another coding: its hash is the strong entity tag and
 * stands in Repr-Digest (RFC 9530), so that what arrived can be checked against what was signed.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { facts: { sha256, size_bytes, media_type, filename, open } }: StoredFile<unknown>,
  log: HttpLog,
): Promise<FastifyReply> {
  if (!PLAIN_NAME.test(filename)) throw new Error("a file's name is not plain");
  const etag = `"${sha256}"`;
  const validators = { etag, "cache-control": "private, no-cache" };
  if (matches(request.headers["if-none-match"], etag)) return reply.code(304).headers(validators).send();
  // Opened before anything is said of it: a file that is gone or damaged is an error without its headers.
  const stream = Readable.from(request.method === "HEAD" ? [] : await open());
  stream.on("error", (err) => log.warn({ request_id: request.id, err }, "a file ended before its last bytes"));
  reply.headers({
    ...validators,
    "content-type": media_type,
    "content-length": String(size_bytes),
    "content-disposition": `attachment; filename="${filename}"`,
    "repr-digest": `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`,
    // Should a browser show the file all the same, it is a document without script, origin or network.
    "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  });
  // To a HEAD request the framework sends no stream but leaves the length as it was said; a text would change it.
  return reply.send(stream);
}
