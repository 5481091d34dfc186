import { decimal, decimalText, OUTPUT_DECIMALS } from "../../../core/quantity.ts";
import { daysBetween } from "../../../core/days.ts";
import type { ConversionStep } from "../../emissions/index.ts";

/** Figures of one row of a survey, plain decimals. */
export interface SurveyFigures {
  readonly employees: string;
  readonly answers: string;
  /** Of the answers, those that the row is about. */
  readonly answers_of_row: string;
  readonly days_per_week: string;
  /** Working weeks in the period. */
  readonly weeks: string;
  /** Km each way, or hours a day. */
  readonly per_day: string;
}

export interface ScaledSurvey {
  /** Of all employees, rounded half up to 6 decimals. */
  readonly quantity: string;
  readonly unit: string;
  /** Share of the employees that answered, percent with 2 decimals. */
  readonly response_rate_percent: number;
  /** What the answers say, then what all employees make. */
  readonly steps: readonly ConversionStep[];
}

/** There and back. */
const LEGS = 2;

/** A rule that a row breaks. */
export interface SurveyIssue {
  readonly column: string;
  readonly code: string;
  readonly message: string;
}

/** What cannot be in a survey of these days (ISO dates, both included). Pure. */
export function surveyIssues(figures: SurveyFigures, from: string | null, to: string | null): readonly SurveyIssue[] {
  const issues: SurveyIssue[] = [];
  const { employees, answers, answers_of_row, days_per_week, weeks } = figures;
  const refuse = (column: string, code: string, message: string) => issues.push({ column, code, message });
  if (decimal(answers).lt(1)) refuse("answers", "no_answers", "must be at least 1");
  if (decimal(answers).gt(employees)) refuse("answers", "more_than_employees", "must not exceed the employees");
  if (decimal(answers_of_row).lt(1)) refuse("answers_of_row", "no_answers", "must be at least 1");
  if (decimal(answers_of_row).gt(answers))
    refuse("answers_of_row", "more_than_answers", "must not exceed the answers in all");
  if (decimal(days_per_week).gt(7)) refuse("days_per_week", "too_many", "must not exceed 7");
  if (from !== null && to !== null && from <= to) {
    const weeks_max = Math.ceil((daysBetween(from, to) + 1) / 7);
    if (decimal(weeks).gt(weeks_max))
      refuse("weeks", "too_many", `must not exceed the ${weeks_max} weeks of the period`);
  }
  return issues;
}

/**
 * What those who answered travel or work at home, scaled up by employees / answers: who did not answer is taken to do as those
 * who did. This is the extrapolation of the employee commuting data that the GHG Protocol's Scope 3 Calculation Guidance,
 * category 7 (distance-based method), describes. Exact until the last rounding. `unit`: km, passenger_km or fte_hour.
 */
export function scaleSurvey(figures: SurveyFigures, unit: string): ScaledSurvey {
  const { employees, answers, answers_of_row, days_per_week, weeks, per_day } = figures;
  const isTravel = unit !== "fte_hour";
  const answered = decimal(answers_of_row)
    .times(days_per_week)
    .times(weeks)
    .times(per_day)
    .times(isTravel ? LEGS : 1);
  const of_answers = decimalText(answered);
  const quantity = decimalText(answered.times(employees).div(answers).round(OUTPUT_DECIMALS));
  const rate = Number(decimal(answers).times(100).div(employees).round(2).toFixed());
  const daily = isTravel ? `${LEGS} ways x ${per_day} km` : `${per_day} hours a day`;
  return {
    quantity,
    unit,
    response_rate_percent: rate,
    steps: [
      {
        kind: "survey",
        from: `${answers_of_row} answers`,
        to: `${of_answers} ${unit}`,
        factor: null,
        note: `${answers_of_row} answers x ${days_per_week} days a week x ${weeks} weeks x ${daily} = ${of_answers} ${unit}`,
      },
      {
        kind: "survey",
        from: `${of_answers} ${unit}`,
        to: `${quantity} ${unit}`,
        factor: decimalText(decimal(employees).div(answers)),
        note:
          `${answers} of ${employees} employees answered (${rate} %); scaled up to all of them: ` +
          `${of_answers} x ${employees} / ${answers} = ${quantity} ${unit}`,
      },
    ],
  };
}
