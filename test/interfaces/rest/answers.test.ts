import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DepartmentSite, departmentSite } from "../../support/departments.ts";

let site: DepartmentSite;
beforeAll(async () => {
  site = await departmentSite();
});
afterAll(() => site.close());

describe("answers", () => {
  test("carry limits in both notations, the request id and safe headers", async () => {
    const { headers } = await site.get("/departments?limit=1");
    expect(headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "private, no-cache",
      "x-content-type-options": "nosniff",
      "access-control-allow-origin": "*",
      "x-ratelimit-limit": "600",
      "ratelimit-policy": '"read";q=600;w=60',
    });
    expect(headers["ratelimit"]).toMatch(/^"read";r=\d+;t=\d+$/);
    expect(headers["access-control-expose-headers"]).toContain("X-RateLimit-Remaining");
  });

  test("an unchanged list is answered 304 without a body", async () => {
    const first = await site.get("/departments?limit=1");
    const etag = first.headers["etag"] ?? "";
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    for (const value of [etag, `"x", ${etag}`, etag.slice(2), "*"]) {
      const again = await site.get("/departments?limit=1", { "if-none-match": value });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
      expect(again.headers["etag"]).toBe(etag);
    }
    expect((await site.get("/departments?limit=1", { "if-none-match": 'W/"x"' })).status).toBe(200);
  });

  test("are compressed above 1 KiB as the client likes", async () => {
    const plain = await site.get("/departments");
    const brotli = await site.get("/departments", { "accept-encoding": "gzip, deflate, br" });
    const zipped = await site.get("/departments", { "accept-encoding": "br;q=0.1, gzip" });
    expect(brotli.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
    expect(brotli.headers["vary"]).toContain("Accept-Encoding");
    expect(
      (await site.get("/departments", { "accept-encoding": "br;q=0" })).headers["content-encoding"],
    ).toBeUndefined();
    expect(
      (await site.get("/departments?limit=1", { "accept-encoding": "br" })).headers["content-encoding"],
    ).toBeUndefined();
  });

  test("with a secret are neither compressed nor cached", async () => {
    const answer = await site.app.as(site.key, "/api/v1/api-keys", {
      method: "POST",
      body: JSON.stringify({ name: "n", scopes: ["quota:read"] }),
      headers: { "content-type": "application/json", "accept-encoding": "br, gzip" },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.headers["etag"]).toBeUndefined();
    expect(answer.headers["cache-control"]).toBe("no-store");
  });
});
