export { APPLY_ALLOCATION_JOB, applyRun, failRun } from "./apply-run.ts";
