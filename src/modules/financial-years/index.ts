export { askedWholeYear, askedYear, type NamedYear } from "./asked-year.ts";
export { changeYearState, yearEndingOn } from "./change-year-state.ts";
export { financialYears, type YearDays } from "./store.ts";
export { touchesYear } from "./touches-year.ts";
export {
  type ClosedFigure,
  closedYears,
  type ReportedYear,
  selectLastClosings,
  selectReopenings,
  selectReportedYears,
} from "./store-closings.ts";
export { EXAMPLE_YEAR, yearRecord } from "./year-record.ts";
export { closedFigures } from "./closed-figures.ts";
