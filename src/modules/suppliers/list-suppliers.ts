import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { page, PAGE_LIMIT_DEFAULT, pageInput } from "../../core/page.ts";
import { CONNECTION_STATUSES } from "./connection-states.ts";
import { DISCLOSURE_STATUSES } from "./disclosure-states.ts";
import { EXAMPLE_SUPPLIER, supplierRecord, yearInput } from "./supplier-record.ts";
import { loadValueChain, reportYear, type SupplierYear, toRecord } from "./value-chain.ts";

export const listSuppliers = defineOperation({
  name: "list_suppliers",
  title: "List suppliers",
  description:
    "Suppliers of a year, newest first: bought from or invited. enterprise_trade_amount is the purchases, VAT " +
    "excluded. estimated_co2e_kg is the ledger's scope 3 for them, disclosed_co2e_kg the company's part of their " +
    "own figures: kg CO2e, never added. status is the connection, disclosure_status the year's figures. Next: " +
    "get_value_chain_exposure ranks by trade amount.",
  layer: 2,
  scope: "suppliers:read",
  access: "read",
  feature: "supplyChain",
  input: z.object({
    ...yearInput,
    status: z.enum(CONNECTION_STATUSES).describe("Only suppliers so far connected").optional(),
    disclosure_status: z.enum(DISCLOSURE_STATUSES).describe("Only with this state for the year").optional(),
    ...pageInput,
  }),
  output: page(supplierRecord),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/suppliers" },
  tool: true,
  callers: "any",
  example: {
    input: { year: 2026, disclosure_status: "not_requested", limit: 10 },
    output: { items: [EXAMPLE_SUPPLIER], next_cursor: null },
  },
  async run(ctx, { cursor, limit = PAGE_LIMIT_DEFAULT, ...filters }) {
    const purpose = { list: "list_suppliers", filters };
    const after = cursor === undefined ? null : ctx.cursors.open(purpose, cursor);
    // The first page's year holds for all: a purchase of a newer year must not change it between two pages.
    const year = after === null ? await reportYear(ctx, filters.year) : Number(after[2]);
    const chain = await loadValueChain(ctx, year);
    const rows = chain.suppliers
      .filter(({ profile }) => filters.status === undefined || profile.status === filters.status)
      .filter((row) => filters.disclosure_status === undefined || row.disclosure_status === filters.disclosure_status)
      .toSorted((a, b) => order(position(b), position(a)))
      .filter((row) => after === null || order(position(row), after) < 0);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const more = rows.length > shown.length && last !== undefined;
    const next_cursor = more ? ctx.cursors.seal(purpose, [...position(last), String(year)]) : null;
    return { items: shown.map((row) => toRecord(chain, row)), next_cursor };
  },
});

function position({ profile }: SupplierYear): [string, string] {
  return [profile.created_at, profile.id];
}

/** Negative when `a` comes before `b` in ascending order of created_at, then id. */
function order(a: readonly string[], b: readonly string[]): number {
  const [at = "", id = ""] = a;
  const [otherAt = "", otherId = ""] = b;
  if (at !== otherAt) return at < otherAt ? -1 : 1;
  if (id === otherId) return 0;
  return id < otherId ? -1 : 1;
}
