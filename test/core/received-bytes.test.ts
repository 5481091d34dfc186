import { expect, test } from "vitest";
import { z } from "zod";
import { parseInput } from "../../src/core/input.ts";
import { filesInput } from "../../src/modules/ingestion/files-input.ts";

const input = z.object({ files: filesInput });

/** A request may hold millions of bytes: whoever goes through them one by one holds the service up for seconds. */
test("bytes of received files reach the operation as they are, and no text is looked for among them", () => {
  const bytes = new Uint8Array(3);
  // Seen by whoever goes through the members of the array.
  Object.defineProperty(bytes, "name", { value: "\0", enumerable: true });
  const file = { name: "a", media_type: null, size_bytes: 3, sha256: "0".repeat(64), path: null };
  const { files } = parseInput(input, { files: [{ ...file, bytes }] });
  expect(files[0]?.bytes).toBe(bytes);
  const notBytes = { files: [{ ...file, bytes: "abc" }] };
  expect(() => parseInput(input, notBytes)).toThrow("request.validation_failed");
  expect(() => parseInput(input, { files: [{ ...file, name: "\0", bytes }] })).toThrow();
});
