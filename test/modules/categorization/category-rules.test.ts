import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { invoke } from "../../../src/core/invoke.ts";
import { page } from "../../../src/core/page.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import {
  categorizationTables,
  categorize,
  loadTenantKnowledge,
  rememberCategory,
} from "../../../src/modules/categorization/index.ts";
import { categoryRuleRecord } from "../../../src/modules/categorization/category-rule.ts";
import { createCategoryRule } from "../../../src/modules/categorization/create-category-rule.ts";
import { deleteCategoryRule } from "../../../src/modules/categorization/delete-category-rule.ts";
import { listCategoryRules } from "../../../src/modules/categorization/list-category-rules.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { lineWith } from "../../support/categorization-line.ts";

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase();
});

afterAll(async () => {
  await db.close();
});

const RULE = { category_key: "purchases.services.it_services", supplier_name: "Nordisk Drift A/S" };

describe("category rules", () => {
  test("a rule decides later lines until it is deleted, and both changes are in the audit chain", async () => {
    const ctx = db.context(await db.tenant());
    const rule = categoryRuleRecord.parse(await invoke(createCategoryRule, ctx, RULE));
    expect(rule).toMatchObject({ supplier_key: "name:nordisk drift", gl_account: null, position: 10 });

    const line = lineWith({ description: "Ydelse maj", supplier_name: "NORDISK DRIFT", amount: "900.00" });
    const tables = categorizationTables();
    const before = categorize(line, await loadTenantKnowledge(ctx.db), tables);
    expect(before).toMatchObject({ status: "classified", category_key: RULE.category_key, mapped_by: "rule" });

    expect(await invoke(deleteCategoryRule, ctx, { id: rule.id })).toEqual(rule);
    const after = categorize(line, await loadTenantKnowledge(ctx.db), tables);
    expect(after.candidates.some((one) => one.step === "rule")).toBe(false);
    expect(await verifyAudit(ctx.db)).toMatchObject({ ok: true, events: 2 });
  });

  test.each([
    [{ category_key: "purchases.services.it_services" }, "no_condition"],
    [{ category_key: "no.such.key", gl_account: "2510" }, "unknown_category"],
    [{ category_key: "purchases.services", gl_account: "2510" }, "category_too_wide"],
    [{ category_key: "purchases.services.rent", supplier_name: "---" }, "invalid_supplier"],
  ])("%j is refused with %s", async (input, code) => {
    const ctx = db.context(await db.tenant());
    await expect(invoke(createCategoryRule, ctx, input)).rejects.toMatchObject({
      code: "request.validation_failed",
      extras: { issues: [{ code }] },
    });
  });

  test("another tenant's rule is neither listed, nor used, nor deletable", async () => {
    const owner = db.context(await db.tenant());
    const other = db.context(await db.tenant());
    const rule = categoryRuleRecord.parse(await invoke(createCategoryRule, owner, RULE));
    const list = page(categoryRuleRecord).parse(await invoke(listCategoryRules, other, {}));
    expect(list.items).toEqual([]);
    expect((await loadTenantKnowledge(other.db)).rules).toEqual([]);
    await expect(invoke(deleteCategoryRule, other, { id: rule.id })).rejects.toMatchObject({
      code: "resource.not_found",
    });
  });

  test("every rule is listed once over all pages, newest first", async () => {
    const ctx = db.context(await db.tenant());
    for (let made = 0; made < 5; made += 1) {
      await invoke(createCategoryRule, ctx, { category_key: RULE.category_key, gl_account: `${made}` });
    }
    const seen: (string | null)[] = [];
    let cursor: string | null = null;
    for (let read = 0; read < 5; read += 1) {
      const answer: unknown = await invoke(listCategoryRules, ctx, {
        limit: 2,
        ...(cursor === null ? {} : { cursor }),
      });
      const { items, next_cursor } = page(categoryRuleRecord).parse(answer);
      seen.push(...items.map((item) => item.gl_account));
      cursor = next_cursor;
      if (cursor === null) break;
    }
    expect(seen).toEqual(["4", "3", "2", "1", "0"]);
  });

  test("reading rules needs activities:read, changing them activities:write", async () => {
    const ctx = db.context(await db.tenant(), ["activities:read"]);
    expect(z.object({ items: z.array(z.unknown()) }).parse(await invoke(listCategoryRules, ctx, {})).items).toEqual([]);
    await expect(invoke(createCategoryRule, ctx, RULE)).rejects.toMatchObject({ code: "auth.scope_required" });
  });
});

describe("category memory", () => {
  test("the last decision for supplier and account is kept", async () => {
    const ctx = db.context(await db.tenant());
    const decided = { supplier_key: "id:12345674", gl_account: "2160", decided_by: "user:1" };
    await ctx.db.transaction(async (tx) => {
      await rememberCategory(tx, { ...decided, category_key: "purchases.services.repair" });
      await rememberCategory(tx, { ...decided, category_key: "purchases.services.cleaning" });
      await rememberCategory(tx, { ...decided, gl_account: null, category_key: "purchases.services.rent" });
    });
    const { memory } = await loadTenantKnowledge(ctx.db);
    const accounts = memory.get("id:12345674");
    expect(accounts?.get("2160")?.category_key).toBe("purchases.services.cleaning");
    expect(accounts?.get("")?.category_key).toBe("purchases.services.rent");
  });
});
