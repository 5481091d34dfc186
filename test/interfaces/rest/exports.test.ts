import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";
import { addDepartments } from "../../support/departments.ts";

let app: TestApp;
let key: TestKey;

beforeAll(async () => {
  app = await testApp();
  key = await app.key(await app.db.tenant());
  await addDepartments(app, key);
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) => app.as(key, `/api/v1${path}`, { headers });

describe("exports", () => {
  const lines = (text: string) => text.split("\r\n");

  test("CSV holds every page, with cells that spreadsheets do not evaluate", async () => {
    const answer = await get("/departments?limit=7", { accept: "text/csv" });
    expect(answer.headers["content-type"]).toContain("text/csv");
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="departments.csv"');
    const [header, ...rows] = lines(answer.text.trimEnd());
    expect(header).toBe("id,name,code,parent_id,is_active,created_at");
    expect(rows).toHaveLength(30);
    expect(rows.find((row) => row.includes("Department 7,"))).toContain("Department 7,'=1+1,,true,");
    expect(rows.find((row) => row.includes("Department 8,"))).toContain('Department 8,"C""8,x",,true,');
  });

  test("NDJSON holds the same rows as the pages", async () => {
    const answer = await get("/departments?limit=7", { accept: "application/x-ndjson" });
    const rows = answer.text
      .trimEnd()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    expect(rows).toEqual((await get("/departments?limit=200")).json().items);
  });

  test("a refusal of an export is a problem document, and JSON is preferred when both are liked alike", async () => {
    expect((await get("/departments?limit=0", { accept: "text/csv" })).json().code).toBe("request.validation_failed");
    const both = await get("/departments?limit=1", { accept: "application/json, text/csv;q=0.5" });
    expect(both.json().items).toHaveLength(1);
    expect((await get("/me", { accept: "text/csv" })).headers["content-type"]).toContain("application/json");
  });

  test("HEAD of an export reads no further page", async () => {
    const head = await app.as(key, "/api/v1/departments", { method: "HEAD", headers: { accept: "text/csv" } });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
  });
});
