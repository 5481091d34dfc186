export { failReport, RENDER_REPORT_JOB, RENDERING_FAILED, renderReport } from "./render-report-job.ts";
