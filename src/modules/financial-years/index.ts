export { askedWholeYear, askedYear, type NamedYear } from "./asked-year.ts";
export { changeYearState, yearEndingOn } from "./change-year-state.ts";
export { financialYears, type YearDays } from "./store.ts";
export { touchesYear } from "./touches-year.ts";
export { closedYears, selectLastClosings, selectReopenings } from "./store-closings.ts";
