import { afterAll, beforeAll, expect, test } from "vitest";
import type { TenantQueries, TenantTransaction } from "../../../src/core/context.ts";
import { lockAuditChain } from "../../../src/modules/audit/index.ts";
import { selectCover } from "../../../src/modules/activities/covers/store-covers.ts";
import { returnRows } from "../../../src/modules/activities/covers/return-rows.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { MILEAGE } from "../../support/recording-site.ts";
import { waitingAgrees } from "../../support/review.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

/** What is thrown to take everything back. */
const TAKEN_BACK = new Error("taken back");

/** How many statements giving the rows of a record back takes; the record is left as it is. */
async function statementsFor(rowCount: number): Promise<number> {
  const by = await site.company();
  const rows = Array.from(
    { length: rowCount },
    (_, index) => `05-09-2026;${index};2820;Kilometergodtgørelse;Km ${index};10;km;38,00`,
  );
  const content = `Dato;Bilag;Konto;Kontonavn;Tekst;Antal;Enhed;Beløb\n${rows.join("\n")}\n`;
  await site.ingest(by, { name: "posteringer.csv", content });
  const before = await site.total(by);
  const quantity = rowCount * 10;
  const record = await site.recorded(by, { ...MILEAGE, quantity, covers: { accounts: ["2820"] } });
  expect(record.covers?.row_count).toBe(rowCount);
  const ctx = site.app.db.context(by.tenant);
  let count = 0;
  const failing = ctx.db.transaction(async (tx) => {
    await lockAuditChain(tx);
    const cover = await selectCover(tx, record.activity_id ?? "");
    if (cover === undefined) throw new Error("the record covers nothing");
    const counted = new Proxy(tx, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...values: Parameters<TenantQueries["rows"]>) => {
          if (name === "rows" || name === "textRows") count += 1;
          return Reflect.apply(value, target, values) as unknown;
        };
      },
    });
    expect(await returnRows(ctx, counted satisfies TenantTransaction, cover, () => true)).toHaveLength(rowCount);
    throw TAKEN_BACK;
  });
  await expect(failing).rejects.toBe(TAKEN_BACK);
  await site.change(by, `/activities/${record.activity_id}/exclude`, { reason: "Paid twice" });
  expect(await site.total(by)).toBe(before);
  await site.intact(by);
  await waitingAgrees(ctx);
  return count;
}

test("rows are given back with as many statements as one row", async () => {
  expect(await statementsFor(30)).toBe(await statementsFor(1));
});
