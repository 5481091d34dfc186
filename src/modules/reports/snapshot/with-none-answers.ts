import type { AnswerOfNone } from "../../emissions/index.ts";
import { categorySource, scopeSource, STATED_NONE } from "../datapoints/known-gases.ts";
import type { ReportInputRow } from "../datapoints/report-input.ts";

/**
 * What people answered for a report, with what they answered the ledger has nothing of: a total and its report know the same. What was
 * answered for the report itself stands before it. Pure.
 */
export function withNoneAnswers(
  inputs: readonly ReportInputRow[],
  answers: readonly AnswerOfNone[],
): readonly ReportInputRow[] {
  const said = new Set(inputs.flatMap(({ datapoint, member }) => (datapoint === STATED_NONE ? [member] : [])));
  const others = answers.flatMap(({ id, reason, scope, scope3_category }): ReportInputRow[] => {
    const whole = scopeSource(scope === 1 ? 1 : scope === 2 ? 2 : 3);
    const member = scope3_category === 0 ? whole : categorySource(scope3_category);
    if (said.has(member)) return [];
    return [{ id, datapoint: STATED_NONE, member, value: reason, status: "reported", note: null }];
  });
  return [...inputs, ...others];
}
