export { APPLY_ALLOCATION_JOB, applyRun, failRun } from "./apply-run.ts";
export { isRegistry, type NumberHolder, numberHolders, withdrawDisputed } from "./settle-numbers.ts";
