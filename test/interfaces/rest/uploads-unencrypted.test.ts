import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BOUNDARY, form, type ReceivingSite, receivingSite, type Seen } from "../../support/receiving-site.ts";
import { until } from "../../support/service-process.ts";

let app: ReceivingSite["app"];
let key: ReceivingSite["key"];
let upload: ReceivingSite["upload"];

beforeAll(async () => {
  ({ app, key, upload } = await receivingSite());
});
afterAll(() => app.close());
beforeEach(() => app.db.clock.advance(60));

// The application under test holds files of at most 500 bytes, and 800 bytes of a request.
describe("what of an upload is on the disk unencrypted while it is stored", () => {
  const seenOf = async (...sizes: readonly number[]): Promise<{ on_disk: boolean[]; unencrypted: number }> => {
    const contents = sizes.map((size, index) => String(index).repeat(size));
    const answer = await upload(form(contents.map((content) => ({ content }))));
    // The receiving operation made it.
    const { files, unencrypted } = JSON.parse(answer.text) as Seen;
    expect(files.map(({ text }) => text)).toEqual(contents);
    expect(files.map((file) => file.sha256)).toEqual(
      contents.map((text) => createHash("sha256").update(text).digest("hex")),
    );
    expect(app.temporaryFiles()).toEqual([]);
    return { on_disk: files.map((file) => file.is_on_disk), unencrypted };
  };

  test("nothing of small files", async () => {
    expect(await seenOf(500)).toEqual({ on_disk: [false], unencrypted: 0 });
    expect(await seenOf(0, 300, 499, 1)).toEqual({ on_disk: [false, false, false, false], unencrypted: 0 });
  });
  test("a larger one", async () => {
    expect(await seenOf(501, 1000, 3)).toEqual({ on_disk: [true, true, false], unencrypted: 2 });
  });
  test("of small files those for which the request has no room left, and of the next request none", async () => {
    for (const _request of ["first", "second"]) {
      expect(await seenOf(400, 300, 101, 100, 1)).toEqual({
        on_disk: [false, false, true, false, true],
        unencrypted: 2,
      });
    }
  });
});

describe("a file that comes slowly", () => {
  const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="a.xml"\r\n\r\n`;
  const slowly = () => {
    const request = httpRequest(new URL("/api/v1/test-receive", app.main), {
      method: "POST",
      headers: { authorization: `Bearer ${key.key}`, "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
      agent: false,
    });
    request.on("error", () => undefined);
    request.write(HEAD + "x".repeat(400));
    return request;
  };
  const onDisk = async (): Promise<string> =>
    await until("the temporary file", () => app.temporaryFiles()[0] ?? null, 1);
  const gone = async () => await until("its removal", () => (app.temporaryFiles().length === 0 ? true : null), 1);

  const answerOf = (request: ReturnType<typeof slowly>): Promise<{ status: number; text: string }> =>
    new Promise((resolve) => {
      request.once("response", (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.once("end", () => resolve({ status: response.statusCode ?? 0, text }));
      });
    });

  test("goes to the disk, private, when it becomes larger than what is held, and is whole there", async () => {
    const request = slowly();
    const answered = answerOf(request);
    request.write("y".repeat(200));
    expect(statSync(join(app.uploads, await onDisk())).mode & 0o777).toBe(0o600);
    request.end(`z\r\n--${BOUNDARY}--\r\n`);
    // The receiving operation made it.
    const { files } = JSON.parse((await answered).text) as Seen;
    expect(files.map(({ text }) => text)).toEqual([`${"x".repeat(400)}${"y".repeat(200)}z`]);
    await gone();
  });

  test("is refused when it becomes too large, and leaves nothing", async () => {
    const request = slowly();
    const answered = answerOf(request);
    request.write("x".repeat(200));
    await onDisk();
    request.write("x".repeat(401));
    expect((await answered).status).toBe(400);
    request.destroy();
    await gone();
  });

  test.each([
    ["is held", 50],
    ["is on the disk", 200],
  ])("leaves nothing when its sender goes while it %s", async (_where, more) => {
    const request = slowly();
    request.write("x".repeat(more));
    if (more === 200) await onDisk();
    request.destroy();
    await gone();
    expect((await upload(form([{ content: "y".repeat(500) }]))).status).toBe(200);
  });
});
