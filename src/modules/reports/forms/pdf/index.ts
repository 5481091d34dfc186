export { type PrintFiles, printReport } from "./print-report.ts";
