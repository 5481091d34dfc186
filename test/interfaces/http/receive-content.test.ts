import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { receiveContent, type Reception } from "../../../src/interfaces/http/receive-content.ts";
import { uploadMemory } from "../../../src/interfaces/http/upload-memory.ts";

let reception: Reception;

beforeEach(() => {
  const memory = uploadMemory({ file_bytes_max: 10, request_bytes_max: 15, process_bytes_max: 15 });
  const directory = mkdtempSync(join(tmpdir(), "carbon-ledger-received-"));
  reception = { memory: memory.forRequest(), directory, temporary: [] };
});
afterEach(() => rmSync(reception.directory, { recursive: true, force: true }));

async function* arriving(...texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

const anySize = (): void => undefined;

test.each([
  ["in one chunk", ["0123456789a"]],
  ["at its second chunk", ["01234", "56789abcdef"]],
  ["at its last byte", ["01234", "56789", "a"]],
  ["long before its end", ["01234", "56789a", "bc", "d"]],
])("a file that becomes too large to be held %s is whole on the disk", async (_when, texts) => {
  const whole = texts.join("");
  const { bytes, path, ...facts } = await receiveContent(arriving(...texts), anySize, reception);
  expect(facts).toEqual({ size_bytes: whole.length, sha256: createHash("sha256").update(whole).digest("hex") });
  if (bytes !== null) throw new Error("it was to be on the disk");
  expect(readFileSync(path, "utf8")).toBe(whole);
  expect(reception.temporary).toEqual([path]);
});

test("a file that comes in chunks and may be held is whole in memory", async () => {
  const { bytes, path } = await receiveContent(arriving("01234", "", "56789"), anySize, reception);
  expect({ bytes, path }).toEqual({ bytes: Buffer.from("0123456789"), path: null });
  expect(readdirSync(reception.directory)).toEqual([]);
});

test("a file that is refused in memory leaves nothing, and one that is refused on the disk is known to whoever removes it", async () => {
  const refusedFrom = (limit: number) => {
    let size = 0;
    return (bytes: number): void => {
      size += bytes;
      if (size > limit) throw new Error("refused");
    };
  };
  await expect(receiveContent(arriving("01234", "567"), refusedFrom(7), reception)).rejects.toThrow("refused");
  expect([readdirSync(reception.directory), reception.temporary]).toEqual([[], []]);
  const large = receiveContent(arriving("01234", "56789a", "bcd"), refusedFrom(12), reception);
  await expect(large).rejects.toThrow("refused");
  expect(readdirSync(reception.directory).map((name) => join(reception.directory, name))).toEqual(reception.temporary);
  expect(reception.temporary).toHaveLength(1);
});
