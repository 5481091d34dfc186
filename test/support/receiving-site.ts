import { readFileSync } from "node:fs";
import { z } from "zod";
import { defineOperation, type Operation } from "../../src/core/operation.ts";
import type { ReceivedFile } from "../../src/core/received-file.ts";
import { filesInput } from "../../src/modules/ingestion/files-input.ts";
import { testApp, type TestApp, type TestKey } from "./app.ts";

const seenFile = z.object({
  name: z.string(),
  media_type: z.union([z.string(), z.null()]),
  size_bytes: z.int(),
  sha256: z.string(),
  is_on_disk: z.boolean(),
  text: z.string(),
});

function seen({ bytes, path, ...file }: ReceivedFile): z.output<typeof seenFile> {
  const content = path === null ? Buffer.from(bytes) : readFileSync(path);
  return { ...file, is_on_disk: path !== null, text: content.toString() };
}

/** What the receiving operation answers. */
export interface Seen {
  readonly files: readonly z.output<typeof seenFile>[];
  readonly unencrypted: number;
}

/** Answers what it was given, and how many files `unencryptedFiles` counts on the disk meanwhile. */
function receivingOperation(unencryptedFiles: () => number): Operation {
  return defineOperation({
    name: "test_receive",
    title: "Receive",
    description: "Returns the received files.",
    layer: null,
    scope: "activities:bulk",
    access: "write",
    input: z.object({ files: filesInput }),
    output: z.object({ files: z.array(seenFile), unencrypted: z.int() }),
    errors: [],
    emits: [],
    rest: { method: "POST", path: "/test-receive", multipart: true },
    tool: false,
    callers: "any",
    example: { input: { files: [] }, output: { files: [], unencrypted: 0 } },
    run: (_ctx, input) => Promise.resolve({ files: input.files.map(seen), unencrypted: unencryptedFiles() }),
  });
}

/** An application with the receiving operation, and uploads to it. */
export interface ReceivingSite {
  readonly app: TestApp;
  readonly key: TestKey;
  upload(body: Buffer, headers?: Readonly<Record<string, string>>): ReturnType<TestApp["as"]>;
}

export async function receivingSite(): Promise<ReceivingSite> {
  const app: TestApp = await testApp({ operations: [receivingOperation(() => app.temporaryFiles().length)] });
  const key = await app.key(await app.db.tenant());
  const upload: ReceivingSite["upload"] = (body, headers = {}) =>
    app.as(key, "/api/v1/test-receive", {
      method: "POST",
      body,
      headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
    });
  return { app, key, upload };
}

interface Part {
  readonly field?: string;
  readonly name?: string | null;
  readonly type?: string;
  readonly content?: string;
}
export const BOUNDARY = "----test-boundary";

export function form(parts: readonly Part[], isEnded = true): Buffer {
  const texts = parts.map(({ field = "files", name = "a.xml", type = "text/xml", content = "x" }) => {
    const filename = name === null ? "" : `; filename="${name}"`;
    const typeLine = name === null ? "" : `Content-Type: ${type}\r\n`;
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"${filename}\r\n${typeLine}\r\n${content}\r\n`;
  });
  return Buffer.from(texts.join("") + (isEnded ? `--${BOUNDARY}--\r\n` : ""));
}
