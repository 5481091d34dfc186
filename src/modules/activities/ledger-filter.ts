import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { validationError } from "../../core/errors.ts";
import { CALCULATION_METHODS } from "../../core/ghg.ts";
import { unknownReference } from "../../core/known-filters.ts";
import { entryPeriodInput, resolvePeriod, untilToday } from "../../core/period.ts";
import { type LedgerRowFilter, scopeInput } from "../emissions/index.ts";
import { type LineSearch, selectSearchedSplits } from "./store-search.ts";

/** More words than anybody types to find a line. */
const WORDS_MAX = 8;
/** A search that fits more lines finds nothing in particular. */
const LINES_MAX = 20_000;

/** What narrows the ledger down, of its rows and of their sums alike. */
export const ledgerFilterInput = {
  ...entryPeriodInput,
  scope: scopeInput.optional(),
  category_id: z.string().min(1).max(120).describe("Category of any level, see list_emission_categories").optional(),
  q: z
    .string()
    .min(1)
    .max(200)
    .describe("Words that all occur in the line's text and supplier, in any order")
    .optional(),
  supplier: z.string().min(1).max(300).describe("The supplier_name of rows, exactly").optional(),
  calculation_method: z.enum(CALCULATION_METHODS).optional(),
  data_quality_score: z.int().min(1).max(5).describe("1 (best) to 5").optional(),
  department_id: z.uuid().describe("Department, see list_departments").optional(),
};

const ledgerFilterSchema = z.object(ledgerFilterInput);

export type LedgerFilterInput = z.output<typeof ledgerFilterSchema>;

/** What an input asks for, as a cursor is bound to it. Pure. */
export function askedOfLedger(input: LedgerFilterInput): Omit<LedgerRowFilter, "split_ids"> & { search: LineSearch } {
  const words = (input.q ?? "").normalize("NFC").toLowerCase().split(/\s+/);
  return {
    ...resolvePeriod(input),
    scope: input.scope === undefined ? null : Number(input.scope),
    category_key: input.category_id ?? null,
    calculation_method: input.calculation_method ?? null,
    data_quality_score: input.data_quality_score ?? null,
    department_id: input.department_id ?? null,
    search: { words: words.filter((word) => word !== "").slice(0, WORDS_MAX), supplier: input.supplier ?? null },
  };
}

/**
 * The same up to today where no end is asked for, with the lines that words and supplier find.
 * @throws ServiceError request.validation_failed when they fit more than 20,000 lines, or no line has that supplier
 */
export async function foundInLedger(ctx: Context, asked: ReturnType<typeof askedOfLedger>): Promise<LedgerRowFilter> {
  const { search, ...rest } = asked;
  const filter = { ...rest, ...untilToday(rest, ctx.clock.now()) };
  if (search.words.length === 0 && search.supplier === null) return { ...filter, split_ids: null };
  const splits = await selectSearchedSplits(ctx.db, search, LINES_MAX + 1);
  if (splits.length === 0) await assertSupplier(ctx, search.supplier);
  if (new Set(splits.map(({ activity_id }) => activity_id)).size > LINES_MAX) {
    const path = search.words.length > 0 ? "q" : "supplier";
    const message = `fits more than ${LINES_MAX} lines: write more of what is looked for, or filter by category instead`;
    throw validationError([{ path, code: "too_many_lines", message }]);
  }
  return { ...filter, split_ids: splits.map(({ id }) => id) };
}

async function assertSupplier(ctx: Context, supplier: string | null): Promise<void> {
  if (supplier === null) return;
  const lines = await selectSearchedSplits(ctx.db, { words: [], supplier }, 1);
  if (lines.length === 0) throw unknownReference("supplier", "supplier", "rows of list_ledger_rows tell supplier_name");
}
