export { ATTACHMENT, type PrintFiles, printReport } from "./print-report.ts";
