export { supplierBranch } from "./branch.ts";
export { categorize, DECIDES_ALONE } from "./categorize.ts";
export type { Candidate, CategorizationInput, Decision } from "./decision.ts";
export { NO_KNOWLEDGE, type TenantKnowledge } from "./knowledge.ts";
export { loadTenantKnowledge, rememberCategory } from "./store.ts";
export { rememberLine } from "./store-line-memory.ts";
export { learnDecision } from "./store-training.ts";
export { supplierKey } from "./supplier-key.ts";
export { type CategorizationTables, categorizationTables } from "./tables.ts";
