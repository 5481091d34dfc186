import { StoredFile } from "../../src/core/stored-file.ts";

/** The bytes of an operation's answer that is a file. */
export async function fileOf(result: unknown): Promise<Buffer> {
  if (!(result instanceof StoredFile)) throw new Error("the answer is no file");
  const chunks: Uint8Array[] = [];
  for await (const chunk of await result.facts.open()) chunks.push(chunk);
  return Buffer.concat(chunks);
}
