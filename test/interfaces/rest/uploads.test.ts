import { createHash, pbkdf2 } from "node:crypto";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { call } from "../../support/http-client.ts";
import { BOUNDARY, form, type ReceivingSite, receivingSite, type Seen } from "../../support/receiving-site.ts";

const hash = promisify(pbkdf2);

let app: ReceivingSite["app"];
let upload: ReceivingSite["upload"];

beforeAll(async () => {
  ({ app, upload } = await receivingSite());
});
afterAll(() => app.close());
beforeEach(() => app.db.clock.advance(60));

describe("an upload", () => {
  test("[contract 4.4.bulk] gives the operation each file with its hash, size and content, and leaves nothing behind", async () => {
    const answer = await upload(form([{ content: "<a/>" }, { name: "b.csv", type: "text/csv", content: "1;2" }]));
    expect(answer.status).toBe(200);
    // The receiving operation made it.
    const { files } = JSON.parse(answer.text) as Seen;
    expect(files.map(({ name, media_type, size_bytes, text }) => ({ name, media_type, size_bytes, text }))).toEqual([
      { name: "a.xml", media_type: "text/xml", size_bytes: 4, text: "<a/>" },
      { name: "b.csv", media_type: "text/csv", size_bytes: 3, text: "1;2" },
    ]);
    expect(files[0]?.sha256).toBe(createHash("sha256").update("<a/>").digest("hex"));
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
    const answers = await Promise.all(
      [1, 501, 999].map((size) => upload(form([{ content: "x".repeat(size) }], false))),
    );
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
