export { giveUpReport, RENDER_REPORT_JOB, renderReport } from "./render-report-job.ts";
export { type Restoration, restoreReport } from "./restore-report.ts";
export { reportsByMonth } from "./store-usage.ts";
export { storedReports } from "./store-sizes.ts";
export { selectReport } from "./store.ts";
export { selectReportIds } from "./store-files.ts";
export type { IssuedFile } from "./issued-file.ts";
export { verifyFile } from "./verify-file.ts";
