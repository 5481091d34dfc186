import { addressOf, csrfHeaders, Refusal } from "../../app/call.ts";
import type { Operations } from "../../app/operations.gen.ts";

export type Upload = Operations["upload_activities"]["output"];

/** Sends files as one upload; `told` hears of the bytes that have left, 0 to 1. @throws Refusal; Error without a network */
export async function sendFiles(
  company: string,
  files: readonly File[],
  told: (share: number) => void,
): Promise<Upload> {
  return await new Promise((resolve, reject) => {
    const form = new FormData();
    for (const file of files) form.append("files", file, file.name);
    // Only this kind of request tells how much has been sent.
    const request = new XMLHttpRequest();
    request.open("POST", addressOf(company, "/activities/bulk"));
    for (const [name, value] of Object.entries(csrfHeaders())) request.setRequestHeader(name, value);
    request.setRequestHeader("idempotency-key", crypto.randomUUID());
    request.setRequestHeader("accept", "application/json");
    request.upload.addEventListener("progress", ({ loaded, total }) => told(total === 0 ? 0 : loaded / total));
    request.addEventListener("error", () => reject(new Error("network")));
    request.addEventListener("load", () => {
      let value: unknown;
      try {
        value = JSON.parse(request.responseText);
      } catch {
        value = {};
      }
      if (request.status === 202) resolve(value as Upload);
      else reject(new Refusal(request.status, value as Partial<Refusal>));
    });
    request.send(form);
  });
}
