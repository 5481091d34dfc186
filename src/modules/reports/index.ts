export { giveUpReport, RENDER_REPORT_JOB, renderReport } from "./render-report-job.ts";
export { selectReport } from "./store.ts";
export { type IssuedFile, verifyFile } from "./verify-file.ts";
