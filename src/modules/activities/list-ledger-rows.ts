import { z } from "zod";
import { calendarDay } from "../../core/days.ts";
import { assertKnownFilters } from "../../core/known-filters.ts";
import { GHG_SCOPES } from "../../core/ghg.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, PAGE_LIMIT_DEFAULT, pageInput } from "../../core/page.ts";
import { roundedNumber } from "../../core/quantity.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { departmentFilter } from "../departments/index.ts";
import {
  categoryFilter,
  ENTRY_BASES,
  LEDGER_ORDERS,
  ledgerPosition,
  type LedgerRow,
  scopeName,
  selectLedgerRows,
} from "../emissions/index.ts";
import { askedOfLedger, foundInLedger, ledgerFilterInput } from "./ledger-filter.ts";
import { type CurrentActivityRow, selectCurrentActivities } from "./store.ts";

const ledgerRow = z.object({
  id: z.uuid().describe("Id of the emission entry, for get_emission_lineage"),
  activity_id: z.uuid(),
  document_id: z.uuid(),
  transaction_date: z.iso.datetime(),
  document_date: z.iso.date(),
  period_from: z.iso.date(),
  period_to: z.iso.date(),
  is_future: z.boolean().describe("It counts on a day after today"),
  supplier_name: z.union([z.string(), z.null()]),
  description: z.string(),
  amount: z.union([z.number(), z.null()]).describe("Of the whole line, of which the entry may be a month's share"),
  currency: z.union([z.string(), z.null()]),
  quantity: z.union([z.number(), z.null()]).describe("Of the whole line"),
  unit: z.union([z.string(), z.null()]),
  scope: z.enum(GHG_SCOPES),
  scope3_category: z.union([z.int(), z.null()]),
  category_id: z.string(),
  calculation_method: z.string(),
  data_quality_score: z.int(),
  co2e_market_based_kg: z.number(),
  co2e_location_based_kg: z.number(),
  basis: z.enum(ENTRY_BASES).describe("What it rests on, as basis of the totals"),
  market_based_fallback: z.boolean().describe("The average of the grid stands for a residual mix or contract"),
  is_life_cycle: z.boolean().describe("The location-based figure includes what belongs to scope 3 category 3"),
  period_assumed: z.boolean().describe("The day of the document stands in for a period that nothing states"),
});
SCHEMA_NAMES.add(ledgerRow, { name: "LedgerRow" });

export const listLedgerRows = defineOperation({
  name: "list_ledger_rows",
  title: "List emissions with their lines",
  description:
    "Emission entries of a period with the invoice line or transaction that each comes from: supplier, text, amount and " +
    "quantity. order date (default): newest accounting date first; kg: most market-based kg CO2e first, credits last. Entries " +
    "that a correction replaced are left out. from and to are inclusive and compared with the accounting date. q and supplier " +
    "find at most 20,000 lines; what fits more is refused. get_ledger_sums adds up what the same filters leave.",
  layer: null,
  scope: "emissions:read",
  access: "read",
  input: z.object({
    ...ledgerFilterInput,
    order: z.enum(LEDGER_ORDERS).describe("date (default) or kg").optional(),
    ...pageInput,
  }),
  output: page(ledgerRow),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/ledger-rows" },
  tool: false,
  callers: "any",
  example: {
    input: { from: "2026-01-01", to: "2026-12-31", order: "kg", limit: 10 },
    output: {
      items: [
        {
          id: "0198c0de-0000-7000-8000-000000000001",
          activity_id: "0198c0de-0000-7000-8000-000000000004",
          document_id: "0198c0de-0000-7000-8000-000000000005",
          transaction_date: "2026-03-31T00:00:00.000000Z",
          document_date: "2026-04-02",
          period_from: "2026-03-01",
          period_to: "2026-03-31",
          is_future: false,
          supplier_name: "Nordstrøm Energi A/S",
          description: "Elforbrug, variabel pris",
          amount: 2946.39,
          currency: "DKK",
          quantity: 4812,
          unit: "kWh",
          scope: "2",
          scope3_category: null,
          category_id: "energy.electricity.grid_dk",
          calculation_method: "average_data",
          data_quality_score: 3,
          co2e_market_based_kg: 193,
          co2e_location_based_kg: 193,
          basis: "quantity",
          market_based_fallback: true,
          is_life_cycle: false,
          period_assumed: false,
        },
      ],
      next_cursor: null,
    },
  },
  async run(ctx, input) {
    const { order = "date", limit = PAGE_LIMIT_DEFAULT } = input;
    const asked = askedOfLedger(input);
    const purpose = { list: "list_ledger_rows", filters: { ...asked, order } };
    const after = input.cursor === undefined ? null : ctx.cursors.open(purpose, input.cursor);
    const found = await selectLedgerRows(ctx.db, await foundInLedger(ctx, asked), order, after, limit + 1);
    await assertKnownFilters({ items: found, cursor: input.cursor }, [
      categoryFilter(ctx, asked.category_key),
      departmentFilter(ctx.db, asked.department_id),
    ]);
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    const today = calendarDay(ctx.clock.now());
    const lines = new Map<string, CurrentActivityRow>();
    const ids = [...new Set(rows.map(({ activity_id }) => activity_id))];
    for (const line of await selectCurrentActivities(ctx.db, ids)) lines.set(line.id, line);
    return {
      items: rows.flatMap((row) => {
        const line = lines.get(row.activity_id);
        return line === undefined ? [] : [toLedgerRow(row, line, today)];
      }),
      next_cursor:
        found.length > limit && last !== undefined ? ctx.cursors.seal(purpose, ledgerPosition(order, last)) : null,
    };
  },
});

function toLedgerRow(row: LedgerRow, line: CurrentActivityRow, today: string): z.input<typeof ledgerRow> {
  const day = row.transaction_date.slice(0, 10);
  return {
    id: row.id,
    activity_id: row.activity_id,
    document_id: line.document_id,
    transaction_date: row.transaction_date,
    document_date: row.document_date ?? day,
    period_from: row.period_from ?? day,
    period_to: row.period_to ?? day,
    is_future: day > today,
    supplier_name: line.supplier_name,
    description: line.description,
    amount: line.amount === null ? null : roundedNumber(line.amount),
    currency: line.currency,
    quantity: line.quantity === null ? null : roundedNumber(line.quantity),
    unit: line.unit,
    scope: scopeName(row.scope),
    scope3_category: row.scope3_category,
    category_id: row.category_key,
    calculation_method: row.calculation_method,
    data_quality_score: row.data_quality_score,
    co2e_market_based_kg: roundedNumber(row.market_based_kg),
    co2e_location_based_kg: roundedNumber(row.location_based_kg),
    basis: row.basis,
    market_based_fallback: row.market_based_fallback,
    is_life_cycle: row.is_life_cycle,
    period_assumed: row.period_assumed,
  };
}
