import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DepartmentSite, departmentSite } from "../../support/departments.ts";

let site: DepartmentSite;
beforeAll(async () => {
  site = await departmentSite();
});
afterAll(() => site.close());

describe("exports", () => {
  const lines = (text: string) => text.split("\r\n");

  test("CSV holds every page, with cells that spreadsheets do not evaluate", async () => {
    const answer = await site.get("/departments?limit=7", { accept: "text/csv" });
    expect(answer.headers["content-type"]).toContain("text/csv");
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="departments.csv"');
    const [header, ...rows] = lines(answer.text.trimEnd());
    expect(header).toBe("id,name,code,parent_id,is_active,closed_on,version,created_at");
    expect(rows).toHaveLength(30);
    expect(rows.find((row) => row.includes("Department 7,"))).toContain("Department 7,'=1+1,,true,");
    expect(rows.find((row) => row.includes("Department 8,"))).toContain('Department 8,"C""8,x",,true,');
  });

  test("NDJSON holds the same rows as the pages", async () => {
    const answer = await site.get("/departments?limit=7", { accept: "application/x-ndjson" });
    const rows = answer.text
      .trimEnd()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    expect(rows).toEqual((await site.get("/departments?limit=200")).json().items);
  });

  test("a refusal of an export is a problem document, and JSON is preferred when both are liked alike", async () => {
    expect((await site.get("/departments?limit=0", { accept: "text/csv" })).json().code).toBe(
      "request.validation_failed",
    );
    const both = await site.get("/departments?limit=1", { accept: "application/json, text/csv;q=0.5" });
    expect(both.json().items).toHaveLength(1);
    expect((await site.get("/me", { accept: "text/csv" })).headers["content-type"]).toContain("application/json");
  });

  test("HEAD of an export reads no further page", async () => {
    const head = await site.app.as(site.key, "/api/v1/departments", {
      method: "HEAD",
      headers: { accept: "text/csv" },
    });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
  });

  // RFC 9110 12.5.1 leaves the choice between 406 and what there is; the description promises the latter.
  test.each(["image/png", "text/html", "application/xml;q=0.9, image/*;q=0.1", "application/json;q=0", "nonsense"])(
    "Accept: %s is answered with JSON, and a refusal with a problem document",
    async (accept) => {
      const list = await site.get("/departments?limit=1", { accept });
      expect([list.status, list.headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
      expect(list.json()).toEqual((await site.get("/departments?limit=1")).json());
      const refusal = await site.get("/departments?limit=0", { accept });
      expect([refusal.status, refusal.headers["content-type"]]).toEqual([
        400,
        expect.stringMatching(/^application\/problem\+json/),
      ]);
      const { info } = (await site.get("/openapi.json")).json() as unknown as { info: { description: string } };
      expect(info.description).toContain("whatever else Accept names is answered with JSON");
    },
  );
});
