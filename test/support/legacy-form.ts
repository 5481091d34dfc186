import type { Call } from "./http-client.ts";
import { BOUNDARY, form } from "./receiving-site.ts";

/** A file as an old client sends it. */
export type LegacyUpload = readonly [name: string, content: string];

/** The request of an upload, as the bytes that old clients send. */
export function legacyForm(files: readonly LegacyUpload[], field = "files"): Call {
  return {
    method: "POST",
    headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
    body: form(files.map(([name, content]) => ({ field, name, type: "application/octet-stream", content }))),
  };
}
