import { readFileSync } from "node:fs";
import { z } from "zod";
import { defineOperation, type Operation } from "../../src/core/operation.ts";

const receivedFile = z.object({
  name: z.string(),
  media_type: z.union([z.string(), z.null()]),
  size_bytes: z.int(),
  sha256: z.string(),
  content: z.union([
    z.object({ kind: z.literal("bytes"), bytes: z.any() }),
    z.object({ kind: z.literal("file"), path: z.string() }),
  ]),
});

const seenFile = receivedFile.omit({ content: true }).extend({ is_on_disk: z.boolean(), text: z.string() });

function seen({ content, ...file }: z.output<typeof receivedFile>): z.output<typeof seenFile> {
  const bytes = content.kind === "file" ? readFileSync(content.path) : Buffer.from(content.bytes);
  return { ...file, is_on_disk: content.kind === "file", text: bytes.toString() };
}

/** What the receiving operation answers. */
export interface Seen {
  readonly files: readonly z.output<typeof seenFile>[];
  readonly unencrypted: number;
}

/** Answers what it was given, and how many files `unencryptedFiles` counts on the disk meanwhile. */
export function receivingOperation(unencryptedFiles: () => number): Operation {
  return defineOperation({
    name: "test_receive",
    title: "Receive",
    description: "Returns the received files.",
    layer: null,
    scope: "activities:bulk",
    access: "write",
    input: z.object({ files: z.array(receivedFile) }),
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
