export { APPLY_ALLOCATION_JOB, applyRun, failRun } from "./apply-run.ts";
export { isKnownRegistry } from "./certificate-registries.ts";
export { type NumberHolder, numberHolders, withdrawDisputed } from "./settle-numbers.ts";
