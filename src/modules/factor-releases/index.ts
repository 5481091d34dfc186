export { FACTOR_RELEASE_JOB, failRun, workRun } from "./work-run.ts";
