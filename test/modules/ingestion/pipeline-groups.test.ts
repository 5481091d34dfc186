import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { createCategoryRule } from "../../../src/modules/categorization/create-category-rule.ts";
import { invoke } from "../../../src/core/invoke.ts";
import { compareRollups } from "../../../src/modules/emissions/index.ts";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";

let service: Pipeline;
let owner: Client;

beforeAll(async () => {
  service = await pipeline();
  owner = new Client(driverSettings(service.db.connection));
  await owner.connect();
});

afterAll(async () => {
  await owner.end();
  await service.close();
});

/** Every transaction has one time. */
const TRANSACTIONS = statement(`
  select count(*) as documents, count(distinct created_at) as transactions from documents
  where tenant_id = $1 and environment = $2 order by 1 limit 1`);

const power = (number: string, text = "Elforbrug") => ({
  name: `${number}.xml`,
  bytes: ubl({ number, lines: [{ text, quantity: "1000", unit: "KWH", amount: "980.00" }] }),
});

const powers = (series: string, count: number) =>
  Array.from({ length: count }, (_, index) => power(`${series}-${index}`));

async function intact({ ctx }: Company): Promise<void> {
  expect((await verifyAudit(ctx.db, ctx.files)).problems).toEqual([]);
  expect(await compareRollups(ctx.db)).toEqual([]);
}

describe("many files of one company", () => {
  test("share transactions, and each has its own document, lines and entries", async () => {
    const company = await service.company();
    const files = await company.ingest(...powers("G", 40));
    expect(files.map((file) => file.status)).toEqual(Array(40).fill("processed"));
    expect(new Set(files.map((file) => file.document_id)).size).toBe(40);
    const [counted] = await company.ctx.db.rows<{ documents: number; transactions: number }>(TRANSACTIONS);
    expect(counted?.documents).toBe(40);
    expect(counted?.transactions).toBeLessThan(20);
    const lines = await company.lines();
    expect(new Set(lines.map((line) => line.document_id))).toEqual(new Set(files.map((file) => file.document_id)));
    expect(lines).toHaveLength(40);
    await intact(company);
  });

  test("one that the database refuses leaves the others alone and is read when it is accepted", async () => {
    const company = await service.company();
    await owner.query(`
      create function refuse_poison() returns trigger language plpgsql as
        $$ begin raise exception 'poison'; end $$;
      create trigger poison before insert on activities for each row
        when (new.description = 'Poison') execute function refuse_poison()`);
    const before = service.errors.length;
    const { id } = await company.upload(...powers("H", 6), power("POISON", "Poison"), ...powers("I", 6));
    await service.drain();
    const files = (await company.state(id)).files;
    const refused = files.filter((file) => file.name === "POISON.xml");
    expect(refused).toMatchObject([{ status: "stored", document_id: null }]);
    expect(files.filter((file) => file.status === "processed")).toHaveLength(12);
    expect(service.errors.slice(before)).toMatchObject([{ err: { message: "poison" } }]);
    await intact(company);

    await owner.query("drop trigger poison on activities");
    await owner.query("update jobs set run_at = now() where state = 'ready'");
    await service.drain();
    const [read] = (await company.state(id)).files.filter((file) => file.name === "POISON.xml");
    expect(read).toMatchObject({ document_id: expect.any(String), activity_count: 1 });
    await intact(company);
  });

  test("which hold one invoice again and again, in one group with others, count it once", async () => {
    const company = await service.company();
    const other = (index: number) => ({
      name: `again-${index}.xml`,
      bytes: ubl({
        number: "J-0",
        lines: [{ text: "Elforbrug", quantity: "1000", unit: "KWH", amount: "980.00" }],
        indent: " ".repeat(index + 3),
      }),
    });
    const files = await company.ingest(...powers("J", 8), ...Array.from({ length: 6 }, (_, index) => other(index)));
    expect(files.filter((file) => file.status === "processed")).toHaveLength(8);
    const copies = files.filter((file) => file.status === "duplicate");
    expect(copies).toHaveLength(6);
    expect(new Set(copies.map((file) => file.duplicate_of)).size).toBe(1);
    expect(await company.lines()).toHaveLength(8);
    await intact(company);
  });

  test("are read with the rules of their own company, and with a rule from the moment that it is made", async () => {
    const company = await service.company();
    const other = await service.company();
    await company.ingest(...powers("K", 3));
    await invoke(createCategoryRule, company.ctx, {
      text_contains: "elforbrug",
      category_key: "purchases.water.supply",
    });
    const mine = await company.upload(...powers("L", 4));
    const theirs = await other.upload(...powers("L", 4));
    await service.drain();
    const ruled = (await company.lines()).filter((line) => line.category_key === "purchases.water.supply");
    const documents = (await company.state(mine.id)).files.map((file) => file.document_id);
    expect(new Set(ruled.map((line) => line.document_id))).toEqual(new Set(documents));
    expect((await other.state(theirs.id)).files.map((file) => file.status)).toEqual(Array(4).fill("processed"));
    expect(new Set((await other.lines()).map((line) => line.category_key)).size).toBe(1);
  });
});
