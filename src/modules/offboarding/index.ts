export {
  eraseCompany,
  type ErasureOrder,
  type ErasureOutcome,
  type ErasurePorts,
  finishErasure,
} from "./erase-company.ts";
export { erasePerson, type PersonPlan, planPersonErasure } from "./erase-person.ts";
export { exportCompany, type ExportFolder } from "./export-company.ts";
export { importCompany } from "./import-company.ts";
export { type Manifest, parseManifest } from "./manifest.ts";
export { type ErasurePlan, planErasure } from "./plan-erasure.ts";
export { resetSandbox } from "./reset-sandbox.ts";
export { CALENDAR_YEAR_END, isFinancialYearEnd } from "./retention.ts";
export { TABLE_STATEMENTS } from "./table-statements.ts";
