import type { Call } from "./http-client.ts";

const BOUNDARY = "----legacy";
/** A file as an old client sends it. */
export type LegacyUpload = readonly [name: string, content: string];

/** The request of an upload, as the bytes that old clients send. */
export function legacyForm(files: readonly LegacyUpload[], field = "files"): Call {
  const parts = files.map(
    ([name, content]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n` +
      `Content-Type: application/octet-stream\r\n\r\n${content}\r\n`,
  );
  return {
    method: "POST",
    headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
    body: `${parts.join("")}--${BOUNDARY}--\r\n`,
  };
}
