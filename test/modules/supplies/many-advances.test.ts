import { afterAll, beforeAll, expect, test } from "vitest";
import type { TenantQueries, TenantTransaction } from "../../../src/core/context.ts";
import { correctActivityIn, keptOut } from "../../../src/modules/activities/index.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { ubl } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const HEAT = { name: "Havnebyens Fjernvarme A.m.b.a.", cvr: "27182818" };
const METER = "571313000000000013";
/** What is thrown to take everything back. */
const TAKEN_BACK = new Error("taken back");

const bill = (number: string, text: string, kWh: string, period: readonly [string, string]) => ({
  name: `${number}.xml`,
  content: ubl({
    number,
    date: period[1],
    supplier: HEAT,
    meter: METER,
    period,
    lines: [{ text, quantity: kWh, unit: "KWH", amount: kWh }],
  }),
});

/** How many statements it takes to leave the settlement of advances out, which gives all of them back; nothing of it stays. */
async function statementsFor(count: number, { is_closed }: { readonly is_closed: boolean }): Promise<number> {
  const by = await site.company();
  const months = Array.from({ length: count }, (_, index) => `2025-0${index + 1}`);
  const advances = months.map((month) => bill(month, "Aconto fjernvarme", "1000", [`${month}-01`, `${month}-28`]));
  await site.ingest(by, ...advances);
  if (is_closed) await site.change(by, "/financial-years/2025-12-31/close", { reason: "done" });
  await site.ingest(by, bill("S-1", "Fjernvarme, afregnet forbrug", "20000", ["2025-01-01", "2026-02-28"]));
  const waiting = async () => (await site.items(by, "/financial-years/2025-12-31/restatements")).length;
  if (is_closed) expect(await waiting()).toBe(count + 1);
  const lines = await site.lines(by);
  const settlement = lines.find(({ description }) => description.endsWith("forbrug"));
  const ctx = site.app.db.context(by.tenant);
  let statements = 0;
  const failing = ctx.db.transaction(async (tx) => {
    const counted = new Proxy(tx, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...values: Parameters<TenantQueries["rows"]>) => {
          if (name === "rows" || name === "textRows") statements += 1;
          return Reflect.apply(value, target, values) as unknown;
        };
      },
    });
    const id = settlement?.id ?? "";
    await correctActivityIn(ctx, counted satisfies TenantTransaction, id, (current) =>
      keptOut(current, "another house", "activity.excluded"),
    );
    throw TAKEN_BACK;
  });
  await expect(failing).rejects.toBe(TAKEN_BACK);
  await site.change(by, `/activities/${settlement?.id}/exclude`, { reason: "another house" });
  const open = (await site.lines(by)).filter(({ status }) => status === "classified");
  expect(open).toHaveLength(count);
  if (is_closed) expect(await waiting()).toBe(0);
  await site.intact(by);
  return statements;
}

test.each([
  ["of an open year", { is_closed: false }],
  ["of a closed year, where what they would lose was pending", { is_closed: true }],
])("eight advances %s are given back with as many statements as two", async (_which, year) => {
  expect(await statementsFor(8, year)).toBe(await statementsFor(2, year));
});
