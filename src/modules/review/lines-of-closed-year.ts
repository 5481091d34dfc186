import type { TenantQueries } from "../../core/context.ts";
import {
  type CurrentActivityRow,
  readAs,
  type ReadingAgain,
  selectWaiting,
  suggestedCategory,
} from "../activities/index.ts";
import { touchesYear, type YearDays } from "../financial-years/index.ts";

const PAGE = 500;

/** Lines that wait because their year was closed. */
export interface LinesOfYear {
  /** Those that accepting would count, newest first. */
  readonly countable: readonly CurrentActivityRow[];
  /** Those for which something else lacks as well: a category, a factor, a quantity. */
  readonly undecided_count: number;
  /** There are more countable lines than were asked for. */
  readonly has_more: boolean;
}

/** The lines whose day or period touches the year and that wait for it alone, at most `max`. */
export async function linesOfClosedYear(
  db: TenantQueries,
  { year, max }: { readonly year: YearDays; readonly max: number },
  tables: ReadingAgain,
): Promise<LinesOfYear> {
  const filter = {
    kind: "calculation",
    document_id: null,
    data_source_id: null,
    min_confidence: null,
    from: null,
    to: null,
  } as const;
  const countable: CurrentActivityRow[] = [];
  let undecided_count = 0;
  let after: string | null = null;
  do {
    const rows: CurrentActivityRow[] = await selectWaiting(db, filter, after, PAGE);
    for (const row of rows) {
      if (row.review_code !== "financial_year_closed" || !touchesYear(row, year)) continue;
      const category = suggestedCategory(row);
      if (category !== null && readAs(row, category, tables).result.kind === "calculated") countable.push(row);
      else undecided_count += 1;
    }
    after = rows.length < PAGE ? null : (rows.at(-1)?.id ?? null);
  } while (after !== null && countable.length <= max);
  return { countable: countable.slice(0, max), undecided_count, has_more: countable.length > max };
}
