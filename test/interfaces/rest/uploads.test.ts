import { createHash, pbkdf2 } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { defineOperation } from "../../../src/core/operation.ts";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";
import { call } from "../../support/http-client.ts";

const receivedFile = z.object({
  name: z.string(),
  media_type: z.union([z.string(), z.null()]),
  size_bytes: z.int(),
  sha256: z.string(),
  path: z.string(),
});

/** Returns what it was given, with the content that lay at each path. */
const receive = defineOperation({
  name: "test_receive",
  title: "Receive",
  description: "Returns the received files.",
  layer: null,
  scope: "activities:bulk",
  access: "write",
  input: z.object({ files: z.array(receivedFile) }),
  output: z.object({ files: z.array(receivedFile.extend({ content: z.string() })) }),
  errors: [],
  emits: [],
  rest: { method: "POST", path: "/test-receive", multipart: true },
  tool: false,
  callers: "any",
  example: { input: { files: [] }, output: { files: [] } },
  run: (_ctx, input) =>
    Promise.resolve({ files: input.files.map((file) => ({ ...file, content: readFileSync(file.path, "utf8") })) }),
});

interface Part {
  readonly field?: string;
  readonly name?: string | null;
  readonly type?: string;
  readonly content?: string;
}

const hash = promisify(pbkdf2);
const BOUNDARY = "----test-boundary";

function form(parts: readonly Part[], isEnded = true): Buffer {
  const texts = parts.map(({ field = "files", name = "a.xml", type = "text/xml", content = "x" }) => {
    const filename = name === null ? "" : `; filename="${name}"`;
    const typeLine = name === null ? "" : `Content-Type: ${type}\r\n`;
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"${filename}\r\n${typeLine}\r\n${content}\r\n`;
  });
  return Buffer.from(texts.join("") + (isEnded ? `--${BOUNDARY}--\r\n` : ""));
}

let app: TestApp;
let key: TestKey;

beforeAll(async () => {
  app = await testApp({ operations: [receive] });
  key = await app.key(await app.db.tenant());
});
afterAll(() => app.close());
beforeEach(() => app.db.clock.advance(60));

const upload = (body: Buffer, headers: Record<string, string> = {}) =>
  app.as(key, "/api/v1/test-receive", {
    method: "POST",
    body,
    headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
  });

describe("an upload", () => {
  test("[contract 4.4.bulk] gives the operation each file with its hash, size and content, and leaves nothing behind", async () => {
    const answer = await upload(form([{ content: "<a/>" }, { name: "b.csv", type: "text/csv", content: "1;2" }]));
    expect(answer.status).toBe(200);
    // The operation of this file made it.
    const { files } = JSON.parse(answer.text) as { files: (z.output<typeof receivedFile> & { content: string })[] };
    expect(
      files.map(({ name, media_type, size_bytes, content }) => ({ name, media_type, size_bytes, content })),
    ).toEqual([
      { name: "a.xml", media_type: "text/xml", size_bytes: 4, content: "<a/>" },
      { name: "b.csv", media_type: "text/csv", size_bytes: 3, content: "1;2" },
    ]);
    expect(files[0]?.sha256).toBe(createHash("sha256").update("<a/>").digest("hex"));
    expect(files.map((file) => existsSync(file.path))).toEqual([false, false]);
    expect(app.temporaryFiles()).toEqual([]);
  });

  test.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\\\temp\\\\faktura.xml", "faktura.xml"],
    ["Fakturå æøå 日本.xml", "Fakturå æøå 日本.xml"],
    ["inv\u202elmx.exe", "invlmx.exe"],
    ["a\u0007b\u200b.xml", "ab.xml"],
    ["..", "file"],
    [`${"x".repeat(300)}.xml`, `${"x".repeat(196)}.xml`],
  ])("names a file without path, control and reordering characters: %s", async (given, kept) => {
    const answer = await upload(form([{ name: given }]));
    expect(JSON.parse(answer.text)).toMatchObject({ files: [{ name: kept }] });
  });

  test("takes exactly the limits", async () => {
    const files = Array.from({ length: 3 }, () => ({ content: "x".repeat(1000) }));
    expect((await upload(form(files))).status).toBe(200);
    expect((await upload(form(Array.from({ length: 5 }, () => ({}))))).status).toBe(200);
  });
});

describe("a faulty envelope is refused as a whole, with issues, and leaves no file", () => {
  const refused = async (body: Buffer, headers?: Record<string, string>) => {
    const answer = await upload(body, headers);
    expect([answer.status, answer.json().code]).toEqual([400, "request.validation_failed"]);
    expect(app.temporaryFiles()).toEqual([]);
    return answer.json().issues?.[0]?.path;
  };

  test("a file that is too large", async () => {
    expect(await refused(form([{}, { content: "x".repeat(1001) }]))).toBe("files.1");
  });
  test("files that are too large together", async () => {
    expect(await refused(form([1, 2, 3, 4].map(() => ({ content: "x".repeat(900) }))))).toBe("files");
  });
  test("too many files", async () => {
    expect(await refused(form(Array.from({ length: 6 }, () => ({}))))).toBe("files");
  });
  test("another field", async () => {
    expect(await refused(form([{ field: "file" }]))).toBe("file");
  });
  test("a value instead of a file", async () => {
    expect(await refused(form([{ name: null }]))).toBe("files");
  });
  test("no file", async () => {
    expect(await refused(form([]))).toBe("files");
    expect(await refused(Buffer.alloc(0))).toBe("files");
  });
  test("an end that is missing", async () => {
    expect(await refused(form([{}], false))).toBe("files");
  });
  test("no boundary, or another media type", async () => {
    expect(await refused(form([{}]), { "content-type": "multipart/form-data" })).toBe("files");
    expect(await refused(Buffer.from("{}"), { "content-type": "application/json" })).toBe("files");
  });
  test("a field named like an object's own member", async () => {
    expect(await refused(form([{ field: "__proto__" }]))).toBe("files");
  });
});

test("uploads whose bodies end too early leave no file, however late the disk answers", async () => {
  for (let round = 0; round < 50; round += 1) {
    app.db.clock.advance(60);
    // The threads that open files are busy: the refusal is known before the file is there.
    const busy = Array.from({ length: 4 }, () => hash("x", "salt", 20_000, 32, "sha256"));
    const answers = await Promise.all([1, 2, 3].map(() => upload(form([{}], false))));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    await Promise.all(busy);
  }
  expect(app.temporaryFiles()).toEqual([]);
});

test("an upload of several megabytes that is refused at its first file is still answered", async () => {
  const answer = await upload(form([{ content: "x".repeat(3_000_000) }]));
  expect(answer.json().code).toBe("request.validation_failed");
});

test("a key without the scope is refused before the body is read", async () => {
  const poor = await app.key(await app.db.tenant(), { scopes: ["quota:read"] });
  const answer = await call(app.main, "/api/v1/test-receive", {
    method: "POST",
    body: form([{}]),
    headers: { authorization: `Bearer ${poor.key}`, "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
  });
  expect(answer.json().code).toBe("auth.scope_required");
  expect(app.temporaryFiles()).toEqual([]);
});
