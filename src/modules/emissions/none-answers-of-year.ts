import type { TenantQueries } from "../../core/context.ts";
import { type NoneAnswerRow, selectNoneAnswers } from "./store-none-answers.ts";

/** What people answered has nothing in a financial year. */
export type AnswerOfNone = Pick<NoneAnswerRow, "id" | "reason" | "scope" | "scope3_category">;

/** Three scopes and fifteen categories, each answered about once. */
const ANSWERS_MAX = 18;

/** The answers that hold for every day of a year, as they stand; days as ISO dates. */
export async function noneAnswersOfYear(
  db: TenantQueries,
  { report_year, from, to }: { readonly report_year: number; readonly from: string; readonly to: string },
): Promise<readonly AnswerOfNone[]> {
  const asked = { report_year, period_end: to, all_versions: false };
  const rows = await selectNoneAnswers(db, asked, { after: null, limit: ANSWERS_MAX });
  return rows.filter(({ status, period_from }) => status === "none" && period_from <= from);
}
